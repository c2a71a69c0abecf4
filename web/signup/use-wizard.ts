import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { useSearchParams } from "react-router-dom";
import type { SignUp } from "#shared/sign-up-fields.ts";
import { ApiError } from "../api/api-error.ts";
import { sentenceOf } from "../api/error-sentences.ts";
import { withTimeout } from "../lib/with-timeout.ts";
import type { SignUpDraft } from "./sign-up-draft.ts";
import {
  blankSignUp,
  draftOf,
  isBlank,
  type publicSignUp,
  restored,
  type SignUpValues,
} from "./sign-up-values.ts";
import type { Step } from "./step.ts";

export interface WizardOptions {
  /** The last step creates the account. */
  steps: readonly Step[];
  /** Checks the values and selects those to send. */
  schema: typeof publicSignUp;
  draft: SignUpDraft;
  create: (psychic: SignUp) => Promise<unknown>;
  onCreated: () => void;
}

const isField = (name: string): name is keyof SignUpValues => name in blankSignUp;

/**
 * The steps of the wizard (S15). The address contains the step, so that Back leads to the previous
 * one. A draft survives a reload; secrets are asked for again.
 */
export function useWizard({ steps, schema, draft, create, onCreated }: WizardOptions) {
  const queries = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const form: UseFormReturn<SignUpValues, unknown, SignUp> = useForm<SignUpValues, unknown, SignUp>(
    {
      resolver: zodResolver(schema),
      mode: "onChange",
      defaultValues: blankSignUp,
    },
  );
  const [ready, setReady] = useState(false);
  const [wasRestored, setWasRestored] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const wantedStep = Math.trunc(Number(search.get("step") ?? 1));
  const place = Math.min(Math.max(1, wantedStep || 1), steps.length);
  const go = (to: number, replace = false) => {
    setProblem(undefined);
    setSearch(to === 1 ? {} : { step: String(to) }, { replace });
  };

  /** A field of another step that gets the focus once that step is shown. */
  const toFocus = useRef<keyof SignUpValues>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every change of step
  useEffect(() => {
    // After the step's heading, whose own effect comes first.
    if (toFocus.current) form.setFocus(toFocus.current);
    toFocus.current = undefined;
  }, [place]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the wizard opens
  useEffect(() => {
    let gone = false;
    void draft.read().then((values) => {
      if (gone) return;
      form.reset(restored(values));
      setWasRestored(values !== null);
      setReady(true);
      // Always begin at the first step, because a draft lacks the secrets.
      if (place > 1) go(1, true);
    });
    return () => {
      gone = true;
    };
  }, []);

  useEffect(() => {
    if (!ready) return;
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) =>
        void (isBlank(values) ? draft.remove() : draft.put(draftOf(values))),
    });
  }, [ready, form.subscribe, draft]);

  const stepOf = (field: string) =>
    steps.findIndex(({ fields }) => fields.some((f) => f === field));

  /** Shows refusals at their fields and opens the first step that has one. */
  const show = (findings: readonly { field: string; message: string }[]): void => {
    const placed = findings.filter(({ field }) => isField(field) && stepOf(field) >= 0);
    for (const { field, message } of placed) {
      form.setError(field as keyof SignUpValues, { message });
    }
    const first = [...placed].sort((a, b) => stepOf(a.field) - stepOf(b.field))[0];
    if (first) {
      const to = stepOf(first.field) + 1;
      const field = first.field as keyof SignUpValues;
      if (to === place) form.setFocus(field);
      else {
        toFocus.current = field;
        go(to);
      }
    }
    const withoutField = findings.find((finding) => !placed.includes(finding));
    if (withoutField) setProblem(withoutField.message);
  };

  const finish = form.handleSubmit(
    async (psychic) => {
      try {
        await create(psychic);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const errors = error.problem?.errors ?? [];
        if (errors.length === 0) setProblem(error.problem?.detail ?? sentenceOf(error));
        show(errors.map(({ path, message }) => ({ field: fieldOf(path), message })));
        return;
      }
      // The account exists. Say so even if the browser's storage hangs.
      await withTimeout(3000, draft.remove()).catch(() => undefined);
      onCreated();
    },
    (errors) =>
      show(
        Object.entries(errors).map(([field, error]) => ({ field, message: error.message ?? "" })),
      ),
  );

  const next = async () => {
    const step = steps[place - 1];
    if (busy || !step) return;
    setBusy(true);
    setProblem(undefined);
    try {
      if (!(await form.trigger([...step.fields], { shouldFocus: true }))) return;
      const finding = (await step.check?.(form.getValues(), queries)) ?? null;
      if (finding) show([finding]);
      else if (place < steps.length) go(place + 1);
      else await finish();
    } finally {
      setBusy(false);
    }
  };

  const startOver = async () => {
    // Empty the form last: once the user sees it empty, a reload must restore nothing.
    await draft.remove();
    form.reset(blankSignUp);
    setWasRestored(false);
    go(1);
  };

  return {
    form: form as unknown as UseFormReturn<SignUpValues>,
    ready,
    wasRestored,
    place,
    busy,
    problem,
    next,
    previous: () => go(place - 1),
    startOver,
  };
}

/** `psychic.credentials.0` is about the field `credentials`. */
function fieldOf(path: string): string {
  return path.replace(/^psychic\./, "").split(".")[0] ?? path;
}
