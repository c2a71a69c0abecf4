import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { PasskeyAnswer } from "#shared/factors.ts";
import { type Session, sessionEndpoints } from "#shared/sessions.ts";
import { ApiError, isCommunicationFailure } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { sentenceOf } from "../api/error-sentences.ts";
import { canUsePasskeys } from "../features/security/can-use-passkeys.ts";
import { Button } from "../ui/button.tsx";
import { Form } from "../ui/form.tsx";
import { showCommunicationFailure, showNotice } from "../ui/notice-store.ts";
import { PasswordField } from "../ui/password-field.tsx";
import { TextField } from "../ui/text-field.tsx";
import { takeBegunSignIn } from "./begun-sign-in.ts";
import { usePasskeySuggestions } from "./use-passkey-suggestions.ts";

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

async function passkeyProblemOf(error: unknown): Promise<string> {
  if (error instanceof ApiError && error.status === 401) return "This account cannot sign in.";
  if (isCommunicationFailure(error)) return sentenceOf(error);
  return (await import("../features/security/passkey-failure.ts")).passkeyFailure(error);
}

/** The build renders the button too, so that it is in its place before the script runs. */
const offersPasskeys = () => typeof window === "undefined" || canUsePasskeys();

interface PasswordStepProps {
  /** Why the sign-in begins again, if it does. */
  begunAgain: string | undefined;
  username: string;
  onUsername: (username: string) => void;
  onPasskey: (credential: PasskeyAnswer) => Promise<void>;
  onSession: (session: Session) => void;
  /** @returns whether another step follows the password. */
  onRefusal: (error: unknown) => boolean;
}

/** The first step of a sign-in: username and password, or a passkey. */
export function PasswordStep(props: PasswordStepProps) {
  const { begunAgain, username, onUsername, onPasskey, onSession, onRefusal } = props;
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState(begunAgain);
  const [passkeyProblem, setPasskeyProblem] = useState<string>();
  const [busy, setBusy] = useState<"password" | "passkey">();
  // Disabled until the script runs: a form sent earlier would put the password in the address.
  const [isReady, setReady] = useState(false);
  const [hasPasskeys] = useState(offersPasskeys);
  const form = useRef<HTMLFormElement>(null);

  useLayoutEffect(() => {
    const begun = takeBegunSignIn();
    if (begun.username) onUsername(begun.username);
    if (begun.password) setPassword(begun.password);
    if (begun.focus) form.current?.querySelector<HTMLElement>(`[name=${begun.focus}]`)?.focus();
    setReady(true);
  }, [onUsername]);

  // On the first page of a visit the user can type at once; on later ones the heading gets the focus.
  useEffect(() => {
    if (begunAgain) form.current?.querySelector<HTMLElement>("[name=password]")?.focus();
    else if (document.activeElement === document.body) {
      form.current?.querySelector("input")?.focus();
    }
  }, [begunAgain]);

  const passkey = async (credential: Promise<PasskeyAnswer>) => {
    setBusy("passkey");
    setPasskeyProblem(undefined);
    try {
      await onPasskey(await credential);
    } catch (error) {
      if (isCommunicationFailure(error)) showCommunicationFailure();
      setPasskeyProblem(await passkeyProblemOf(error));
      setBusy(undefined);
    }
  };
  const askPasskey = async () => (await import("../features/security/passkeys.ts")).askPasskey();
  usePasskeySuggestions(hasPasskeys && !busy, (answer) => void passkey(Promise.resolve(answer)));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy("password");
    setProblem(undefined);
    try {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const request = { query: { time_zone: timeZone }, body: { username, password } };
      onSession(await call(sessionEndpoints.signIn, request));
    } catch (error) {
      if (onRefusal(error)) return;
      setProblem(tellFailure(error));
      setBusy(undefined);
      form.current?.querySelector<HTMLInputElement>("[name=password]")?.select();
    }
  };

  return (
    <>
      <Form ref={form} onSubmit={submit}>
        <TextField
          label="Username"
          name="username"
          autoComplete={hasPasskeys ? "username webauthn" : "username"}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={username}
          onText={onUsername}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={problem}
          value={password}
          onText={setPassword}
        />
        <Button type="submit" look="primary" busy={busy === "password"} disabled={!isReady}>
          Submit
        </Button>
        {hasPasskeys && (
          <>
            <Button
              icon="passkey"
              busy={busy === "passkey"}
              disabled={!isReady}
              onClick={() => {
                if (!busy) void passkey(askPasskey());
              }}
            >
              Sign In with a Passkey
            </Button>
            <p className="help is-danger" role="alert">
              {passkeyProblem}
            </p>
          </>
        )}
      </Form>
      <p>
        <Link to="/forgot_password">Forgot Password</Link>
      </p>
    </>
  );
}
