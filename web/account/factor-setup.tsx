import { useEffect, useState } from "react";
import { type Session, sessionEndpoints } from "#shared/sessions.ts";
import { ApiError, isCommunicationFailure } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { sentenceOf } from "../api/error-sentences.ts";
import { AddPasskey } from "../features/security/add-passkey.tsx";
import { canUsePasskeys } from "../features/security/can-use-passkeys.ts";
import { CodeAppSetup } from "../features/security/code-app-setup.tsx";
import { RecoveryCodes } from "../features/security/recovery-codes.tsx";
import { Button } from "../ui/button.tsx";
import { focusHeading } from "../ui/focus-heading.ts";
import { showCommunicationFailure } from "../ui/notice-store.ts";
import "./account-card.scss";

interface FactorSetupProps {
  onSession: (session: Session) => void;
  /** Called if the sign-in has waited for too long. */
  onExpired: () => void;
  onBack: () => void;
}

/**
 * For staff who may no longer sign in with only a password: they add a passkey or a code app, which
 * signs them in.
 */
export function FactorSetup({ onSession, onExpired, onBack }: FactorSetupProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(focusHeading, []);

  const enter = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      onSession(await call(sessionEndpoints.getSession));
    } catch (error) {
      if (isCommunicationFailure(error)) showCommunicationFailure();
      setProblem(sentenceOf(error));
      setBusy(false);
    }
  };
  const onAdded = (made: readonly string[] | null) => {
    if (made) setCodes(made);
    else void enter();
  };
  const onFailed = (error: unknown) => {
    if (error instanceof ApiError && error.code === "not_signed_in") onExpired();
  };

  if (codes) {
    return (
      <>
        <RecoveryCodes codes={codes} doneLabel="Continue" busy={busy} onDone={enter} />
        <p className="help is-danger" role="alert">
          {problem}
        </p>
      </>
    );
  }
  return (
    <>
      <p className="account-note">
        Passwords get stolen, so staff need a passkey or a code app as well. Add one now to finish
        signing in.
      </p>
      {canUsePasskeys() && <AddPasskey look="primary" onAdded={onAdded} onFailed={onFailed} />}
      <CodeAppSetup label="Set Up a Code App" onAdded={onAdded} onFailed={onFailed} />
      <p className="help is-danger" role="alert">
        {problem}
      </p>
      <Button look="quiet" onClick={onBack}>
        Back
      </Button>
    </>
  );
}
