import { useState } from "react";
import { ApiError, isCommunicationFailure } from "#web/api/api-error.ts";
import { reasonOf } from "#web/api/error-sentences.ts";
import { ConfirmModal } from "#web/ui/form/confirm-modal.tsx";
import { showSuccess } from "#web/ui/notice-store.ts";

interface ResetSignInProps {
  username: string;
  /** How the user signs in afterwards, as a sentence. */
  afterwards: string;
  reset: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before another user's passkeys, code app and recovery codes are removed. */
export function ResetSignIn({ username, afterwards, reset, onClose }: ResetSignInProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await reset();
      showSuccess("Sign-In Reset", `${username} can add a passkey or a code app again.`);
      onClose();
    } catch (error) {
      // The user canceled the confirmation, or a notice says it.
      const isKnown = error instanceof ApiError && error.code === "confirmation_needed";
      if (!isKnown && !isCommunicationFailure(error)) setProblem(reasonOf(error));
      setBusy(false);
    }
  };
  return (
    <ConfirmModal
      title={`Reset the sign-in of ${username}?`}
      yes="Reset Sign-In"
      no="Keep"
      isLoss
      busy={busy}
      onYes={confirm}
      onNo={onClose}
    >
      <p className="field">
        This removes all passkeys, the code app and the recovery codes of {username}, and signs{" "}
        {username} out everywhere. {afterwards}
      </p>
      <p>
        First make sure that {username} is really asking: call {username} back on a number that you
        know.
      </p>
      <p className="help is-danger" role="alert">
        {problem}
      </p>
    </ConfirmModal>
  );
}
