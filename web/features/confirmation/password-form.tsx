import { type FormEvent, useEffect, useRef, useState } from "react";
import { confirmationEndpoints } from "#shared/confirmation.ts";
import { call } from "#web/api/call.ts";
import { answerConfirmation } from "#web/api/confirmation.ts";
import { reasonOf } from "#web/api/error-sentences.ts";
import { useSession } from "#web/api/use-session.ts";
import { Button } from "#web/ui/button.tsx";
import { Form } from "#web/ui/form.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";

const passwordIn = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLInputElement>("[name=password]");

/** Confirms with the password, for users without a passkey and without a code app. */
export function PasswordForm() {
  const session = useSession();
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => passwordIn(form.current)?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (password.trim() === "") {
      setProblem("Password is required");
      passwordIn(form.current)?.focus();
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      await call(confirmationEndpoints.confirmSession, { body: { password } });
      answerConfirmation(true);
    } catch (error) {
      setProblem(reasonOf(error));
      setBusy(false);
      passwordIn(form.current)?.select();
    }
  };

  return (
    <Form ref={form} onSubmit={submit}>
      <p className="field">
        To protect your account and others, enter your password before you go on.
      </p>
      {/* Tells a password manager which account this is. */}
      <input
        className="is-sr-only"
        type="text"
        name="username"
        autoComplete="username"
        value={session?.username ?? ""}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        // The modal focuses it when both open together.
        data-takes-focus=""
        hint={`For the account ${session?.username ?? ""}`}
        error={problem}
        value={password}
        onText={(text) => {
          setPassword(text);
          setProblem(undefined);
        }}
      />
      <div className="form-buttons">
        <Button type="submit" look="primary" busy={busy}>
          Confirm
        </Button>
        <Button onClick={() => answerConfirmation(false)}>Cancel</Button>
      </div>
    </Form>
  );
}
