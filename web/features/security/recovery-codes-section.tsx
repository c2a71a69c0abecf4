import { useState } from "react";
import { factorEndpoints } from "#shared/factors.ts";
import { recoveryCodeCount } from "#shared/rules/factors.ts";
import { save } from "#web/api/save.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmModal } from "#web/ui/form/confirm-modal.tsx";
import { useFactorChange } from "./use-factor-change.ts";

interface RecoveryCodesSectionProps {
  left: number;
  /** Whether the user has a passkey or a code app; without one, nothing asks for these codes. */
  isUseful: boolean;
  onMade: (codes: readonly string[]) => void;
}

/** How many recovery codes the user has left, and a way to make new ones. */
export function RecoveryCodesSection({ left, isUseful, onMade }: RecoveryCodesSectionProps) {
  const [isAsking, setAsking] = useState(false);
  const { busy, problem, change } = useFactorChange();
  const online = useOnline();
  const make = async () => {
    const made = await change(() => save(factorEndpoints.makeRecoveryCodes, {}));
    setAsking(false);
    if (made?.data) onMade(made.data.recovery_codes);
  };
  return (
    <section className="form-card is-narrow" aria-labelledby="recovery">
      <h2 id="recovery" className="section-title">
        Recovery Codes
      </h2>
      <p>If you lose your phone, you can sign in with your password and a recovery code.</p>
      {isUseful ? (
        <>
          <p className={left < 3 ? "help is-danger" : "help"}>
            You have {left} of {recoveryCodeCount} codes left.
          </p>
          <p className="help is-danger" role="alert">
            {problem}
          </p>
          <Button disabled={!online} onClick={() => setAsking(true)}>
            Make New Codes
          </Button>
        </>
      ) : (
        <p className="help">You get ten codes with your first passkey or code app.</p>
      )}
      {isAsking && (
        <ConfirmModal
          title="Make new recovery codes?"
          yes="Make New Codes"
          no="Keep"
          busy={busy}
          onYes={make}
          onNo={() => setAsking(false)}
        >
          <p>Your old codes stop working right away.</p>
        </ConfirmModal>
      )}
    </section>
  );
}
