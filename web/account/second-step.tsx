import { factorEndpoints, type UsableFactors } from "#shared/factors.ts";
import type { Session } from "#shared/sessions.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { canUsePasskeys } from "../features/security/can-use-passkeys.ts";
import { FactorForm } from "../features/security/factor-form.tsx";

interface SecondStepProps {
  usable: UsableFactors;
  onSession: (session: Session, way: "code" | "passkey") => void;
  /** Called if the sign-in has waited for too long. */
  onExpired: () => void;
  onBack: () => void;
}

/** The second step of a sign-in whose password was right. */
export function SecondStep({ usable, onSession, onExpired, onBack }: SecondStepProps) {
  const finish = async (way: "code" | "passkey", signIn: () => Promise<Session>) => {
    try {
      onSession(await signIn(), way);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "not_signed_in")) throw error;
      onExpired();
    }
  };
  return (
    <FactorForm
      usable={{ ...usable, passkey: usable.passkey && canUsePasskeys() }}
      submitLabel="Sign In"
      cancelLabel="Back"
      onCancel={onBack}
      onCode={(code) =>
        finish("code", () => call(factorEndpoints.signInWithCode, { body: { code } }))
      }
      onPasskey={(credential) =>
        finish("passkey", () => call(factorEndpoints.signInWithPasskey, { body: { credential } }))
      }
    />
  );
}
