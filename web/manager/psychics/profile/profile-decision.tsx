import { useRef, useState } from "react";
import { profileEndpoints } from "#shared/profile.ts";
import { save } from "#web/api/save.ts";
import { RejectModal } from "#web/features/rejection/reject-modal.tsx";
import { approveProfileLabel, ConfirmAccountModal } from "#web/manager/confirm-account-modal.tsx";
import { DeactivateNow } from "#web/manager/deactivate-now.tsx";
import { useLinkedAccounts } from "#web/manager/linked-accounts.tsx";
import { SpecialApprovalNote } from "#web/manager/special-approval-note.tsx";
import { useDecision } from "#web/manager/use-decision.ts";
import { Button } from "#web/ui/button.tsx";
import type { Psychic } from "../psychic-frame.tsx";
import "./profile-decision.scss";

interface ProfileDecisionProps {
  psychic: Psychic;
  version: string | null;
  /**
   * Whether the form has unsaved changes: then it does not show the profile that is being decided.
   */
  isDirty: boolean;
}

/** Approve or reject, while the profile is Pending (S1). */
export function ProfileDecision({ psychic, version, isDirty }: ProfileDecisionProps) {
  const { busy, problem, decide, forget } = useDecision(psychic.user_id);
  const [isRejecting, setRejecting] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [reason, setReason] = useState("");
  const linked = useLinkedAccounts(psychic);
  const params = { id: String(psychic.user_id) };
  // The version on screen. If there is a newer one, the server refuses, and the screen shows it.
  const baseVersion = version ?? undefined;
  // A decision applies to the version that its question was about, even if a newer one arrives.
  const asked = useRef(baseVersion);
  const approve = async (seen: string | undefined) => {
    const send = () => save(profileEndpoints.approveProfile, { params }, seen);
    if (await decide("Profile", "Approved", send)) setConfirming(false);
  };
  const ask = (open: (isOpen: boolean) => void) => {
    asked.current = baseVersion;
    forget();
    open(true);
  };
  const reject = async () => {
    const body = { reason: reason.trim() || null };
    const isAnswered = await decide("Profile", "Rejected", () =>
      save(profileEndpoints.rejectProfile, { params, body }, asked.current),
    );
    if (isAnswered) setRejecting(false);
  };

  return (
    <section className="decision" aria-label="Decision">
      <p className="help">
        {isDirty
          ? "Save or undo your changes first. You can only approve or reject the saved profile."
          : "Customers see this profile once you approve it."}
      </p>
      <SpecialApprovalNote psychic={psychic} />
      {!linked.isLoading && (
        <div className="form-buttons">
          <Button
            look={isDirty ? "plain" : "primary"}
            busy={busy}
            disabled={isDirty || !linked.mayConfirm}
            onClick={() => {
              if (psychic.requires_approval) ask(setConfirming);
              else void approve(baseVersion);
            }}
          >
            {approveProfileLabel(psychic)}
          </Button>
          <Button look="danger" disabled={isDirty} onClick={() => ask(setRejecting)}>
            Reject Profile
          </Button>
          <DeactivateNow psychic={psychic} disabled={busy} />
        </div>
      )}
      <p className="help is-danger" role="alert">
        {!isRejecting && !isConfirming && problem}
      </p>
      {isConfirming && (
        <ConfirmAccountModal
          psychic={psychic}
          busy={busy}
          problem={problem}
          onYes={() => approve(asked.current)}
          onNo={() => setConfirming(false)}
        />
      )}
      {isRejecting && (
        <RejectModal
          what="Profile"
          reason={reason}
          onReason={setReason}
          busy={busy}
          problem={problem}
          onReject={reject}
          onClose={() => setRejecting(false)}
        />
      )}
    </section>
  );
}
