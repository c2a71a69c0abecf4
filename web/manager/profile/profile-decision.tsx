import { useState } from "react";
import { profileEndpoints } from "../../../shared/profile.ts";
import { save } from "../../api/save.ts";
import { RejectModal } from "../../features/reject-modal.tsx";
import { Button } from "../../ui/button.tsx";
import { useDecision } from "../use-decision.ts";

interface ProfileDecisionProps {
  userId: number;
  version: string | null;
  /** Something unsaved stands in the form: what would be decided about is not what is seen. */
  held: boolean;
}

/** Approve or reject, while the profile is Pending (S1). */
export function ProfileDecision({ userId, version, held }: ProfileDecisionProps) {
  const { busy, problem, decide, forget } = useDecision(userId);
  const [isRejecting, setRejecting] = useState(false);
  const [reason, setReason] = useState("");
  const params = { id: String(userId) };
  // As it is shown: one that changed meanwhile is shown anew first.
  const on = version ?? undefined;
  const approve = () =>
    decide("Profile", "Approved", () => save(profileEndpoints.approveProfile, { params }, on));
  const ask = () => {
    forget();
    setRejecting(true);
  };
  const reject = async () => {
    const body = { reason: reason.trim() || null };
    const isAnswered = await decide("Profile", "Rejected", () =>
      save(profileEndpoints.rejectProfile, { params, body }, on),
    );
    if (isAnswered) setRejecting(false);
  };

  return (
    <section className="decision" aria-label="Decision">
      <p className="help">
        {held
          ? "Save or undo your changes first: the decision is about what is saved."
          : "Approving shows customers what stands here."}
      </p>
      <div className="form-buttons">
        <Button busy={busy} disabled={held} onClick={approve}>
          Approve Profile
        </Button>
        <Button disabled={held} onClick={ask}>
          Reject Profile
        </Button>
      </div>
      <p className="help is-danger" role="alert">
        {!isRejecting && problem}
      </p>
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
