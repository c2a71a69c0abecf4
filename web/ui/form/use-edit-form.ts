import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { type BaseSyntheticEvent, useEffect, useRef, useState } from "react";
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
import { type LeaveGuard, useLeaveGuard } from "./use-leave-guard.ts";

interface EditFormOptions<Values extends FieldValues, Output> {
  /** Names the form, where a screen has several. */
  name: string;
  schema: z.ZodType<Output, Values>;
  /** What stands on the server, as the fields show it. A newer one waits until nothing is typed. */
  stored: Values;
  /** The ETag of what stands. */
  version: string | null;
  /** Never kept beyond the page: PINs, passwords, numbers of the kind. */
  secrets?: readonly FieldPath<Values>[];
  /** Where the server's paths begin: `profile.`. */
  prefix?: string;
  /** Answers with the version that it made, if there is one, or that there was nothing to save. */
  save: (values: Output, version: string | undefined) => Promise<unknown>;
  /** Is told whether the edit waits on this phone to be sent. */
  onSaved: (isWaiting: boolean) => void;
  /** Where a saved edit leads, unless more was typed while it was being saved. */
  next?: string;
  /** The server's present version, of a 412, as the fields show it. */
  fromCurrent?(current: unknown): Values;
  /** Without it a conflict is about all of the form. */
  merge?: Merge<Values>;
}

/** How two edits of one thing are put together: parts that one side alone changed are settled. */
export interface Merge<Values> {
  /** Whether both sides changed the same part, and not to the same. */
  isClash(base: Values, mine: Values, theirs: Values): boolean;
  /** Mine where mine was changed, else theirs. */
  merged(base: Values, mine: Values, theirs: Values): Values;
}

export interface Conflict<Values> {
  theirs: Values;
  /** What both were made from, where that is known. */
  base?: Values;
  version: string | null;
}

type Kept = "register" | "control" | "setValue" | "getValues" | "watch" | "trigger";

export interface EditFormState<Values extends FieldValues>
  extends Pick<UseFormReturn<Values>, Kept> {
  /** For a `FormProvider`, where the fields stand in parts of their own. */
  methods: UseFormReturn<Values>;
  errors: FieldErrors<Values>;
  isDirty: boolean;
  busy: boolean;
  /** What went wrong and belongs to no field. */
  problem: string | undefined;
  guard: LeaveGuard;
  /** Back to what stands. */
  giveUp: () => void;
  submit: (event?: BaseSyntheticEvent) => Promise<void>;
  conflict: Conflict<Values> | undefined;
  /** Writes over what somebody else saved. */
  keepMine: () => void;
  /** Gives up what was typed for what somebody else saved. */
  keepTheirs: () => void;
  closeConflict: () => void;
}

interface Base {
  version: string | null;
  given: string;
  /** What that version held is not known: of a restored draft, or of a save that waits. */
  isUncertain?: boolean;
}

/** What is kept of an edit when the session ends under it (D7). */
interface Draft {
  values: Record<string, unknown>;
  /** The version it was made on. */
  version: string | null;
}

/**
 * An edit of something that stands on the server: checked as it is typed and on submit, saved on
 * the version it was made on, and never lost. Refusals come out at their fields, anything else in
 * `problem`; a version that is no longer the latest in `conflict`.
 */
export function useEditForm<Values extends FieldValues, Output>(
  options: EditFormOptions<Values, Output>,
): EditFormState<Values> {
  const { schema, stored, version, secrets = [], prefix = "" } = options;
  const given = JSON.stringify([stored, version]);
  /** What the edit is made on: while something is typed, news from the server does not change it. */
  const [base, setBase] = useState<Base>({ version, given });
  const form: UseFormReturn<Values, unknown, Output> = useForm<Values, unknown, Output>({
    resolver: zodResolver(schema),
    mode: "onChange",
    defaultValues: stored as DefaultValues<Values>,
  });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const { isDirty, errors } = form.formState;
  const [problem, setProblem] = useState<string>();
  const [conflict, setConflict] = useState<Conflict<Values>>();
  const [saving, setSaving] = useState(false);
  const isBehind = base.given !== given && !isDirty && !saving;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `given` is what it holds, in words
  useEffect(() => {
    if (!isBehind) return;
    form.reset(stored, { keepFieldsRef: true });
    setBase({ version, given });
  }, [isBehind, given]);
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
      const { values, version: made } = draft as Draft;
      for (const [name, value] of Object.entries(values)) {
        if (name in stored) {
          const field = name as FieldPath<Values>;
          form.setValue(field, value as PathValue<Values, typeof field>, { shouldDirty: true });
        }
      }
      // What somebody else saved meanwhile is not written over unseen.
      setBase((now) => ({ ...now, version: made, isUncertain: true }));
    },
  });

  /** Puts refusals to their fields; whether all of them have one. */
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

  /** Makes the form an edit of `theirs` and saves it; what does not fit together is shown. */
  const saveOnto = (theirs: Values, on: string | null, values: Values) => {
    form.reset(theirs, { keepFieldsRef: true });
    show(values);
    setBase({ version: on, given });
    void form.handleSubmit(
      (merged) => store(merged, on),
      () => setConflict(undefined),
    )();
  };

  const tell = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 412 && options.fromCurrent) {
      const theirs = options.fromCurrent(error.problem?.current);
      if (!options.merge || base.isUncertain) {
        setConflict({ theirs, version: error.version });
        return;
      }
      const from = form.formState.defaultValues as Values;
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

  const store = async (values: Output, on: string | null) => {
    setProblem(undefined);
    setSaving(true);
    const sent = structuredClone(form.getValues());
    // A secret that the schema left out, as of an edit that may wait, was not sent.
    const unsent = secrets.filter((name) => !(name in (values as object)));
    for (const name of unsent)
      Object.assign(sent, { [name]: form.formState.defaultValues?.[name] });
    try {
      const answer = await options.save(values, on ?? undefined);
      const { version: made, isWaiting } = outcomeOf(answer);
      setConflict(undefined);
      // What was typed while it was under way is the next edit, not a part of this one.
      const isTypedOn = JSON.stringify(form.getValues()) !== JSON.stringify(sent);
      form.reset(sent, { keepValues: true, keepFieldsRef: true });
      // What waits was made on the version that stands.
      const version = isWaiting || answer === unchanged ? on : made;
      setBase({ version, given, isUncertain: isWaiting });
      removeDraft();
      if (answer === unchanged) {
        showSuccess("Nothing to Save", "Nothing here was changed.");
        return;
      }
      options.onSaved(isWaiting);
      if (options.next && !isTypedOn && isHere.current) navigate(options.next);
    } catch (error) {
      tell(error);
    } finally {
      setSaving(false);
    }
  };

  const methods = form as unknown as UseFormReturn<Values>;
  const { register, control, setValue, getValues, watch, trigger } = methods;
  const giveUp = () => {
    methods.reset(stored as DefaultValues<Values> & Values, { keepFieldsRef: true });
    setBase({ version, given });
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
    submit: form.handleSubmit((values) => store(values, base.version)),
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
      // What only this user changed is not in question: it stays, to be saved.
      if (options.merge && from) show(options.merge.merged(from, theirs, mine));
      setBase({ version: conflict.version, given });
      removeDraft();
      setConflict(undefined);
      // The form has theirs; what else the screen shows of it, its status say, does not yet.
      void queries.invalidateQueries();
    },
    closeConflict: () => setConflict(undefined),
  };
}
