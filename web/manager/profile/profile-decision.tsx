import { useState } from "react";
import { RejectModal } from "../../features/reject-modal.tsx";
import { Button } from "../../ui/button.tsx";
import { useProfileDecision } from "./use-profile-decision.ts";

interface ProfileDecisionProps {
  userId: number;
  version: string | null;
  /** Something unsaved stands in the form: what would be decided about is not what is seen. */
  held: boolean;
}

/** Approve or reject, while the profile is Pending (S1). */
export function ProfileDecision({ userId, version, held }: ProfileDecisionProps) {
  const { busy, problem, approve, reject } = useProfileDecision(userId, version);
  const [rejecting, setRejecting] = useState(false);
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
        <Button disabled={held} onClick={() => setRejecting(true)}>
          Reject Profile
        </Button>
      </div>
      <p className="help is-danger" role="alert">
        {problem}
      </p>
      {rejecting && (
        <RejectModal
          what="Profile"
          busy={busy}
          onReject={async (reason) => {
            await reject(reason);
            setRejecting(false);
          }}
          onClose={() => setRejecting(false)}
        />
      )}
    </section>
  );
}
