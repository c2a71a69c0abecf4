import { type FormEvent, useEffect, useRef, useState } from "react";
import type { PasskeyAnswer, UsableFactors } from "#shared/factors.ts";
import { ApiError, isCommunicationFailure } from "#web/api/api-error.ts";
import { reasonOf } from "#web/api/error-sentences.ts";
import { Button } from "#web/ui/button.tsx";
import { Form } from "#web/ui/form.tsx";
import { showCommunicationFailure } from "#web/ui/notice-store.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { passkeyFailure } from "./passkey-failure.ts";
import "./security.scss";

type CodeKind = "app" | "recovery";

const codeFields = {
  app: {
    label: "Code",
    hint: "The 6 digits that your code app shows now",
    autoComplete: "one-time-code",
    inputMode: "numeric",
  },
  recovery: {
    label: "Recovery Code",
    hint: "One of the ten codes that you saved, such as 8KQ2M-4T7WD",
    autoComplete: "off",
    inputMode: "text",
  },
} as const;

interface FactorFormProps {
  /** The factors that work on this page. A recovery code is always possible. */
  usable: UsableFactors;
  /** The button that sends a code. */
  submitLabel: string;
  cancelLabel: string;
  onCancel: () => void;
  /** Both functions send what the user gave. A refusal is shown at the field that it is about. */
  onCode: (code: string) => Promise<void>;
  onPasskey: (credential: PasskeyAnswer) => Promise<void>;
}

const askPasskey = async () => (await import("./passkeys.ts")).askPasskey();

/** Asks for a passkey, or a code from the app, or a recovery code. */
export function FactorForm(props: FactorFormProps) {
  const { usable, submitLabel, cancelLabel, onCancel, onCode, onPasskey } = props;
  const first = usable.code_app ? "app" : usable.passkey ? null : "recovery";
  const [kind, setKind] = useState<CodeKind | null>(first);
  const [code, setCode] = useState("");
  const [codeProblem, setCodeProblem] = useState<string>();
  const [passkeyProblem, setPasskeyProblem] = useState<string>();
  const [busy, setBusy] = useState<"code" | "passkey">();
  const form = useRef<HTMLFormElement>(null);
  const field = () => form.current?.querySelector<HTMLInputElement>("[name=code]");

  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind shows another field
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("[data-takes-focus]")?.focus();
  }, [kind]);

  const choose = (next: CodeKind | null) => {
    setKind(next);
    setCode("");
    setCodeProblem(undefined);
  };

  const send = async (what: "code" | "passkey", sendIt: () => Promise<void>) => {
    setBusy(what);
    setCodeProblem(undefined);
    setPasskeyProblem(undefined);
    try {
      await sendIt();
    } catch (error) {
      if (isCommunicationFailure(error)) showCommunicationFailure();
      if (what === "passkey") setPasskeyProblem(passkeyFailure(error));
      else setCodeProblem(reasonOf(error));
      if (what === "code" && error instanceof ApiError) field()?.select();
      setBusy(undefined);
    }
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (code.trim() === "") {
      setCodeProblem("Code is required");
      field()?.focus();
      return;
    }
    await send("code", () => onCode(code.trim()));
  };

  return (
    <Form ref={form} className="factor-form" onSubmit={submit}>
      {usable.passkey && (
        <div className="field">
          <Button
            look={kind ? "plain" : "primary"}
            icon="passkey"
            busy={busy === "passkey"}
            data-takes-focus={kind ? undefined : ""}
            onClick={() => {
              if (!busy) void send("passkey", async () => onPasskey(await askPasskey()));
            }}
          >
            Use a Passkey
          </Button>
          <p className="help is-danger" role="alert">
            {passkeyProblem}
          </p>
        </div>
      )}
      {kind && (
        <TextField
          key={kind}
          {...codeFields[kind]}
          name="code"
          data-takes-focus=""
          autoCapitalize={kind === "app" ? "none" : "characters"}
          autoCorrect="off"
          spellCheck={false}
          error={codeProblem}
          value={code}
          onText={(text) => {
            setCode(text);
            setCodeProblem(undefined);
          }}
        />
      )}
      <div className="form-buttons">
        {kind && (
          <Button type="submit" look="primary" busy={busy === "code"}>
            {submitLabel}
          </Button>
        )}
        <Button onClick={onCancel}>{cancelLabel}</Button>
      </div>
      {kind !== "recovery" && (
        <Button look="quiet" onClick={() => choose("recovery")}>
          Lost your phone? Enter a recovery code
        </Button>
      )}
      {kind === "recovery" && first !== "recovery" && (
        <Button look="quiet" onClick={() => choose(first)}>
          {first ? "Use the code app" : "Use a passkey"}
        </Button>
      )}
    </Form>
  );
}
