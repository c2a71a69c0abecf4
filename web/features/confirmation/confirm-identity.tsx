import { type FormEvent, useEffect, useRef, useState } from "react";
import { confirmationEndpoints } from "#shared/confirmation.ts";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { answerConfirmation } from "#web/api/confirmation.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { useSession } from "#web/api/use-session.ts";
import { Button } from "#web/ui/button.tsx";
import { Form } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";

const problemOf = (error: unknown) =>
  (error instanceof ApiError && error.problem?.errors?.[0]?.message) || sentenceOf(error);

const passwordIn = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLInputElement>("[name=password]");

/** Asks for the password in a modal; then the interrupted request continues (B6). */
export function ConfirmIdentity() {
  const session = useSession();
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // Otherwise the modal would focus its heading.
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
      setProblem(problemOf(error));
      setBusy(false);
      passwordIn(form.current)?.select();
    }
  };

  return (
    <Modal title="Confirm That It Is You" onClose={() => answerConfirmation(false)}>
      <Form ref={form} onSubmit={submit}>
        <p className="field">
          Your e-mail, PIN and phone numbers protect your account. Enter your password to change
          them.
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
    </Modal>
  );
}
