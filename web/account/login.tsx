import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { type Session, sessionEndpoints } from "#shared/sessions.ts";
import { ApiError, isCommunicationFailure } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { sentenceOf } from "../api/error-sentences.ts";
import { forgetSessionEnd } from "../api/session-end.ts";
import { storeSession } from "../api/stored-session.ts";
import { useSession } from "../api/use-session.ts";
import { areaOf, landingOf } from "../lib/area.ts";
import { readReturnAddress } from "../lib/return-address.ts";
import { Button } from "../ui/button.tsx";
import { Form } from "../ui/form.tsx";
import { useAudienceOf } from "../ui/known-paths.tsx";
import { showCommunicationFailure, showNotice } from "../ui/notice-store.ts";
import { PasswordField } from "../ui/password-field.tsx";
import { TextField } from "../ui/text-field.tsx";
import { AccountCard } from "./account-card.tsx";
import { takeBegunSignIn } from "./begun-sign-in.ts";
import "./account-card.scss";

const wrong = {
  title: "Login Not Successful",
  text: "Your username or password was incorrect.",
};

/** Shows a notice if the failure needs one. @returns the message for the form. */
function tellFailure(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) {
    showNotice({ kind: "danger", ...wrong });
    return wrong.text;
  }
  if (isCommunicationFailure(error)) showCommunicationFailure();
  return sentenceOf(error);
}

export function Login() {
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  // Disabled until the script runs: a form sent earlier would put the password in the address.
  const [isReady, setReady] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const present = useSession();
  const navigate = useNavigate();
  const location = useLocation();
  const audienceOf = useAudienceOf();
  /** Whether the server ended the last session: the return address then names its user. */
  const wasEnded = !present && readReturnAddress(location.state)?.userId != null;

  useLayoutEffect(() => {
    const begun = takeBegunSignIn();
    if (begun.username) setUsername(begun.username);
    if (begun.password) setPassword(begun.password);
    if (begun.focus) form.current?.querySelector<HTMLElement>(`[name=${begun.focus}]`)?.focus();
    setReady(true);
  }, []);

  // On the first page of a visit the user can type at once; on later ones the heading gets the focus.
  useEffect(() => {
    if (document.activeElement === document.body) form.current?.querySelector("input")?.focus();
  }, []);

  const targetOf = (session: Session) => {
    const back = readReturnAddress(location.state);
    const isForUser = back && (back.userId === null || back.userId === session.user_id);
    const mayGo = isForUser && audienceOf(back.to.split("?", 1)[0] ?? "") === areaOf(session);
    return mayGo ? back.to : landingOf(session);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const session = await call(sessionEndpoints.signIn, {
        query: { time_zone: timeZone },
        body: { username, password },
      });
      forgetSessionEnd();
      storeSession(session);
      void navigate(targetOf(session), { replace: true });
    } catch (error) {
      setProblem(tellFailure(error));
      setBusy(false);
      form.current?.querySelector<HTMLInputElement>("[name=password]")?.select();
    }
  };

  return (
    <AccountCard title="Please Sign In" documentTitle="Sign In">
      {present && (
        <p className="account-note">
          You are signed in as {present.username}.{" "}
          <Link to={landingOf(present)}>Go to your dashboard</Link>
        </p>
      )}
      {wasEnded && <p className="account-note">You were signed out. Sign in again.</p>}
      <Form ref={form} onSubmit={submit}>
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={username}
          onText={setUsername}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={problem}
          value={password}
          onText={setPassword}
        />
        <Button type="submit" look="primary" busy={busy} disabled={!isReady}>
          Submit
        </Button>
      </Form>
      <p>
        <Link to="/forgot_password">Forgot Password</Link>
      </p>
    </AccountCard>
  );
}
