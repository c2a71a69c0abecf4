import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router-dom";
import { sessionEndpoints } from "#shared/sessions.ts";
import { ApiError } from "../api/api-error.ts";
import { sentenceOf } from "../api/error-sentences.ts";
import { save } from "../api/save.ts";
import { passwordProblems } from "../features/password/password-problems.ts";
import { Button } from "../ui/button.tsx";
import { Form } from "../ui/form.tsx";
import { showSuccess } from "../ui/notice-store.ts";
import { PasswordField } from "../ui/password-field.tsx";

/** The server's objection to the password, such as that it is too common. */
const fieldMessageOf = (error: unknown) =>
  error instanceof ApiError ? error.problem?.errors?.[0]?.message : undefined;

/** The form behind a recovery link. `onExpired` is called when the link's grant has expired. */
export function NewPasswordForm({ onExpired }: { onExpired: () => void }) {
  const [password, setPassword] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const problems = submitted ? passwordProblems(password, confirmation) : {};

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setSubmitted(true);
    setRefusal(undefined);
    const found = passwordProblems(password, confirmation);
    if (found.password || found.confirmation) return;
    setBusy(true);
    try {
      await save(sessionEndpoints.setPasswordUnchecked, { body: { password: password.trim() } });
      showSuccess("Password Updated", "Your password has been updated.");
      void navigate("/login", { replace: true });
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.status === 403) onExpired();
      else setRefusal(fieldMessageOf(error) ?? sentenceOf(error));
    }
  };

  return (
    <Form onSubmit={submit}>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint="At least 6 characters"
        error={problems.password ?? refusal}
        value={password}
        onText={setPassword}
      />
      <PasswordField
        label="Password Confirmation"
        name="confirmation"
        autoComplete="new-password"
        error={problems.confirmation}
        value={confirmation}
        onText={setConfirmation}
      />
      <Button type="submit" look="primary" busy={busy}>
        Submit
      </Button>
    </Form>
  );
}
