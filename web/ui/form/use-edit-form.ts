import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { type BaseSyntheticEvent, useEffect, useState } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type PathValue,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import { useNavigate } from "react-router-dom";
import type { z } from "zod";
import type { FieldError } from "#shared/http/errors.ts";
import { ApiError } from "#web/api/api-error.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { showSuccess } from "../notice-store.ts";
import { outcomeOf, unchanged } from "./save-outcome.ts";
import { useDraft } from "./use-draft.ts";
import { useIsMounted } from "./use-is-mounted.ts";
import { type LeaveGuard, useLeaveGuard } from "./use-leave-guard.ts";
import { useSavedNotice } from "./use-saved-notice.ts";

interface EditFormOptions<Values extends FieldValues, Output> {
  /** The name of the form, if a screen has several. */
  name: string;
  schema: z.ZodType<Output, Values>;
  /** The server's values. Newer ones are ignored while the form has unsaved changes. */
  stored: Values;
  /** The ETag of `stored`. */
  version: string | null;
  /** Fields that are never stored, such as PINs and passwords. */
  secrets?: readonly FieldPath<Values>[];
  /** The prefix of the server's paths, such as `profile.`. */
  prefix?: string;
  /**
   * @param base the values of that version, if known.
   * @returns the new version, if there is one, or that there was nothing to save.
   */
  save: (values: Output, version: string | undefined, base?: Values) => Promise<unknown>;
  /** Called after a save. `isWaiting`: the edit is stored on this phone to be sent later. */
  onSaved: (isWaiting: boolean) => void;
  /** The address after a save, unless the user typed more in the meantime. */
  next?: string;
  /** Converts the current version in a 412 into values of the fields. */
  fromCurrent?(current: unknown): Values;
  /** Without it, any difference is a conflict. */
  merge?: Merge<Values>;
}

/** Merges two edits of the same thing; parts that only one side changed need no question. */
export interface Merge<Values> {
  /** Whether both sides changed the same part, to different values. */
  isClash(base: Values, mine: Values, theirs: Values): boolean;
  /** My value where I changed it, otherwise theirs. */
  merged(base: Values, mine: Values, theirs: Values): Values;
}

export interface Conflict<Values> {
  theirs: Values;
  /** The version before both edits, if known. */
  base?: Values;
  version: string | null;
}

type FormMethods = "register" | "control" | "setValue" | "getValues" | "watch" | "trigger";

export interface EditFormState<Values extends FieldValues>
  extends Pick<UseFormReturn<Values>, FormMethods> {
  /** For a `FormProvider`, if the fields are in separate components. */
  methods: UseFormReturn<Values>;
  errors: FieldErrors<Values>;
  isDirty: boolean;
  busy: boolean;
  /** An error that belongs to no field. */
  problem: string | undefined;
  guard: LeaveGuard;
  /** Returns to the stored values. */
  giveUp: () => void;
  submit: (event?: BaseSyntheticEvent) => Promise<void>;
  conflict: Conflict<Values> | undefined;
  /** Overwrites what somebody else saved; with `merge`, it overwrites only what both changed. */
  keepMine: () => void;
  /** Takes what somebody else saved; with `merge`, keeps the parts that only I changed. */
  keepTheirs: () => void;
  closeConflict: () => void;
}

interface Base {
  version: string | null;
  storedKey: string;
  /** The version's content is unknown: a draft was restored. */
  isUncertain?: boolean;
}

/** The draft of an edit, stored when the session ends (D7) or an unsent edit is opened again. */
interface Draft {
  values: Record<string, unknown>;
  /** The version that the edit is based on. */
  version: string | null;
}

/**
 * An edit of something on the server. It is checked while typing and on submit, saved with the
 * version that it is based on, and never lost. Refusals appear at their fields, other errors in
 * `problem`, and an outdated version in `conflict`.
 */
export function useEditForm<Values extends FieldValues, Output>(
  options: EditFormOptions<Values, Output>,
): EditFormState<Values> {
  const { schema, stored, version, secrets = [], prefix = "" } = options;
  const storedKey = JSON.stringify([stored, version]);
  /** The base of the edit. Newer data does not change it while there are unsaved changes. */
  const [base, setBase] = useState<Base>({ version, storedKey });
  const form: UseFormReturn<Values, unknown, Output> = useForm<Values, unknown, Output>({
    resolver: zodResolver(schema),
    mode: "onChange",
    defaultValues: stored as DefaultValues<Values>,
  });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const isMounted = useIsMounted();
  const { isDirty, errors } = form.formState;
  const savedNotice = useSavedNotice(isDirty);
  const [problem, setProblem] = useState<string>();
  const [conflict, setConflict] = useState<Conflict<Values>>();
  const [saving, setSaving] = useState(false);
  const isBehind = base.storedKey !== storedKey && !isDirty && !saving;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `storedKey` covers `stored` and `version`
  useEffect(() => {
    if (!isBehind) return;
    form.reset(stored, { keepFieldsRef: true });
    setBase({ version, storedKey });
  }, [isBehind, storedKey]);
  const guard = useLeaveGuard(isDirty);

  const removeDraft = useDraft({
    form: options.name,
    dirty: isDirty,
    values: () => {
      const values = structuredClone(form.getValues());
      for (const secret of secrets) delete (values as Record<string, unknown>)[secret];
      return { values, version: base.version } satisfies Draft;
    },
    onRestore: (draft) => {
      const { values, version: draftVersion } = draft as Draft;
      for (const [name, value] of Object.entries(values)) {
        if (name in stored) {
          const field = name as FieldPath<Values>;
          form.setValue(field, value as PathValue<Values, typeof field>, { shouldDirty: true });
        }
      }
      // Somebody else may have saved in the meantime. The save must not overwrite that until the
      // user has seen it.
      setBase((now) => ({ ...now, version: draftVersion, isUncertain: true }));
    },
  });

  /** Shows refusals at their fields. @returns whether each of them has a field. */
  const showFields = (errors: readonly FieldError[]): boolean => {
    let shown = errors.length > 0;
    for (const { path, message } of errors) {
      const name = path.startsWith(prefix) ? path.slice(prefix.length) : path;
      if ((name.split(".")[0] as string) in stored) {
        form.setError(name as FieldPath<Values>, { message }, { shouldFocus: true });
      } else shown = false;
    }
    return shown;
  };

  const show = (values: Values) => {
    for (const [name, value] of Object.entries(values)) {
      const field = name as FieldPath<Values>;
      form.setValue(field, value as PathValue<Values, typeof field>, { shouldDirty: true });
    }
  };

  /** Saves the edit, based on `theirs`. If it is not valid, the fields show the errors. */
  const saveOnto = (theirs: Values, baseVersion: string | null, values: Values) => {
    form.reset(theirs, { keepFieldsRef: true });
    show(values);
    setBase({ version: baseVersion, storedKey });
    void form.handleSubmit(
      (merged) => store(merged, baseVersion, theirs),
      () => setConflict(undefined),
    )();
  };

  const showError = (error: unknown, from: Values | undefined) => {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 412 && options.fromCurrent) {
      const theirs = options.fromCurrent(error.problem?.current);
      if (!options.merge || !from) {
        setConflict({ theirs, version: error.version });
        return;
      }
      const mine = form.getValues();
      if (options.merge.isClash(from, mine, theirs)) {
        setConflict({ theirs, version: error.version, base: structuredClone(from) });
        return;
      }
      saveOnto(theirs, error.version, options.merge.merged(from, mine, theirs));
      return;
    }
    setConflict(undefined);
    const errors = error.problem?.errors ?? [];
    if (!showFields(errors)) {
      setProblem(errors[0]?.message ?? error.problem?.detail ?? sentenceOf(error));
    }
  };

  const store = async (values: Output, baseVersion: string | null, from?: Values) => {
    setProblem(undefined);
    savedNotice.remove();
    setSaving(true);
    const sent = structuredClone(form.getValues());
    // A secret that the schema removed (for an edit that may be queued) was not sent.
    const unsent = secrets.filter((name) => !(name in (values as object)));
    for (const name of unsent)
      Object.assign(sent, { [name]: form.formState.defaultValues?.[name] });
    try {
      const answer = await options.save(values, baseVersion ?? undefined, from);
      const { version: newVersion, isWaiting } = outcomeOf(answer);
      setConflict(undefined);
      // Text typed during the save belongs to the next edit, not to this one.
      const hasTypedSince = JSON.stringify(form.getValues()) !== JSON.stringify(sent);
      form.reset(sent, { keepValues: true, keepFieldsRef: true });
      // Neither a queued nor an unchanged edit made a new version, so that stays. The next edit
      // changes what a queued one has, and merges with what others save in between.
      const version = isWaiting || answer === unchanged ? baseVersion : newVersion;
      setBase({ version, storedKey });
      removeDraft();
      if (answer === unchanged) {
        savedNotice.show(() => showSuccess("Nothing to Save", "Nothing here was changed."));
        return;
      }
      savedNotice.show(() => options.onSaved(isWaiting));
      if (options.next && !hasTypedSince && isMounted.current) navigate(options.next);
    } catch (error) {
      showError(error, from);
    } finally {
      setSaving(false);
    }
  };

  const knownBase = base.isUncertain ? undefined : (form.formState.defaultValues as Values);
  const methods = form as unknown as UseFormReturn<Values>;
  const { register, control, setValue, getValues, watch, trigger } = methods;
  const giveUp = () => {
    methods.reset(stored as DefaultValues<Values> & Values, { keepFieldsRef: true });
    setBase({ version, storedKey });
    setProblem(undefined);
    removeDraft();
  };
  return {
    methods,
    register,
    control,
    setValue,
    getValues,
    watch,
    trigger,
    giveUp,
    errors,
    isDirty,
    busy: saving,
    problem,
    guard: {
      ...guard,
      leave: () => {
        removeDraft();
        guard.leave();
      },
    },
    submit: form.handleSubmit((values) => store(values, base.version, knownBase)),
    conflict,
    keepMine: () => {
      if (!conflict) return;
      const { base: from, theirs, version } = conflict;
      if (options.merge && from) {
        saveOnto(theirs, version, options.merge.merged(from, form.getValues(), theirs));
      } else void form.handleSubmit((values) => store(values, version))();
    },
    keepTheirs: () => {
      if (!conflict) return;
      const { base: from, theirs } = conflict;
      const mine = form.getValues();
      form.reset(theirs as DefaultValues<Values> & Values);
      // Changes that only this user made stay in the form, to be saved.
      if (options.merge && from) show(options.merge.merged(from, theirs, mine));
      setBase({ version: conflict.version, storedKey });
      removeDraft();
      setConflict(undefined);
      // The form shows theirs, but other parts of the screen, such as its status, do not yet.
      void queries.invalidateQueries();
    },
    closeConflict: () => setConflict(undefined),
  };
}
