import { useQuery } from "@tanstack/react-query";
import { confirmationEndpoints } from "#shared/confirmation.ts";
import { type Factors, factorEndpoints, type UsableFactors } from "#shared/factors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { answerConfirmation } from "#web/api/confirmation.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { query } from "#web/api/query.ts";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { canUsePasskeys } from "../security/can-use-passkeys.ts";
import { FactorForm } from "../security/factor-form.tsx";
import { PasswordForm } from "./password-form.tsx";

/** What the user can use on this page; null for a user who has only the password. */
function usableOf({ passkeys, code_app_since }: Factors): UsableFactors | null {
  if (passkeys.length === 0 && code_app_since === null) return null;
  const isHere = passkeys.some(({ host }) => host === location.hostname);
  return { passkey: isHere && canUsePasskeys(), code_app: code_app_since !== null };
}

/**
 * Asks in a modal for a passkey or a code, or for the password of a user who has neither. Then the
 * interrupted request continues (B6, D53).
 */
export function ConfirmIdentity() {
  const { data, error, refetch } = useQuery(query(factorEndpoints.getFactors));
  // During an upgrade a process of a release without factors may answer.
  const isWithoutFactors = error instanceof ApiError && error.status === 404;
  const usable = data ? usableOf(data) : isWithoutFactors ? null : undefined;
  const confirm = async (body: BodyOf<typeof confirmationEndpoints.confirmSession>) => {
    await call(confirmationEndpoints.confirmSession, { body });
    answerConfirmation(true);
  };
  return (
    <Modal title="Confirm That It Is You" onClose={() => answerConfirmation(false)}>
      {usable && (
        <>
          <p className="field">To protect your account and others, confirm before you go on.</p>
          <FactorForm
            usable={usable}
            submitLabel="Confirm"
            cancelLabel="Cancel"
            onCancel={() => answerConfirmation(false)}
            onCode={(code) => confirm({ code })}
            onPasskey={(credential) => confirm({ credential })}
          />
        </>
      )}
      {usable === null && <PasswordForm />}
      {usable === undefined && !error && <Spinner label="Loading how you can confirm" />}
      {usable === undefined && error && (
        <FailurePanel
          title="We could not ask how you can confirm"
          text={sentenceOf(error)}
          onRetry={refetch}
        />
      )}
    </Modal>
  );
}
