import { type FormEvent, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { isEmail } from "#shared/rules/email.ts";
import { sessionEndpoints } from "#shared/sessions.ts";
import { sentenceOf } from "../api/error-sentences.ts";
import { save } from "../api/save.ts";
import { Button } from "../ui/button.tsx";
import { Form } from "../ui/form.tsx";
import { showSuccess } from "../ui/notice-store.ts";
import { TextField } from "../ui/text-field.tsx";
import { AccountCard } from "./account-card.tsx";
import "./account-card.scss";

export function ForgotPassword() {
  const [email, setEmail] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (email.trim() === "") {
      setProblem("Email is required");
      return;
    }
    if (!isEmail(email.trim())) {
      setProblem("Email is invalid");
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      await save(sessionEndpoints.forgotPassword, { body: { email: email.trim() } });
      showSuccess(
        "Email Sent",
        "Your password recovery email has been sent. Check your spam folder if you're unable to find it.",
      );
      void navigate("/login");
    } catch (error) {
      setProblem(sentenceOf(error));
      setBusy(false);
    }
  };

  return (
    <AccountCard title="Forgot Password">
      <p className="account-note">
        Enter the e-mail address of your account. We will send a link to set a new password.
      </p>
      <Form onSubmit={submit}>
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          error={problem}
          value={email}
          onText={setEmail}
        />
        <Button type="submit" look="primary" busy={busy}>
          Submit
        </Button>
      </Form>
      <p>
        <Link to="/login">Back to sign in</Link>
      </p>
    </AccountCard>
  );
}
