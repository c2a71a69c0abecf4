import { useRef, useState } from "react";
import { useMay } from "#web/api/use-may.ts";
import { RejectModal } from "#web/features/rejection/reject-modal.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmModal } from "#web/ui/form/confirm-modal.tsx";
import { approveProfileLabel, ConfirmAccountModal } from "../confirm-account-modal.tsx";
import { DeactivateNow } from "../deactivate-now.tsx";
import type { Psychic } from "../psychics/psychic-frame.tsx";
import { type Decided, useDecision } from "../use-decision.ts";
import { useApproveShortcut, useShortcut } from "./use-shortcut-keys.ts";
import "./approvals.scss";

interface VerdictButtonsProps {
  userId: number;
  /** The psychic, if approving also confirms the account. */
  confirms?: Psychic;
  what: Decided;
  /** Identifies the version on screen. */
  version: unknown;
  /** Why approving has to wait: something to look at still loads, or could not be loaded. */
  waits?: "loading" | "failed" | undefined;
  approve: () => Promise<unknown>;
  reject: (reason: string | null) => Promise<unknown>;
  /** Whether a rejection can have a reason. */
  takesReason: boolean;
  /** Opens the next approval. */
  onDecided: () => void;
}

/** Approves, or rejects with a reason; then opens the next approval. */
export function VerdictButtons(props: VerdictButtonsProps) {
  const { userId, confirms, what, waits, takesReason, onDecided } = props;
  const mayDecide = useMay("approve-content");
  const { busy, problem, decide, forget } = useDecision(userId);
  const [isRejecting, setRejecting] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [reason, setReason] = useState("");
  const approveKey = useApproveShortcut(waits || !mayDecide ? undefined : props.version);
  const rejectKey = useShortcut("R");
  // A decision applies to the version that its question was about, even if a newer one arrives.
  const asked = useRef(props);
  const ask = (open: (isOpen: boolean) => void) => {
    asked.current = props;
    forget();
    open(true);
  };
  const approve = async (send: () => Promise<unknown>) => {
    if (await decide(what, "Approved", send, onDecided)) setConfirming(false);
  };
  const reject = async () => {
    const send = () => asked.current.reject(reason.trim() || null);
    if (await decide(what, "Rejected", send, onDecided)) setRejecting(false);
  };
  if (!mayDecide) return <p className="help">Your role lets you see approvals, but not decide.</p>;
  return (
    <>
      <div className="verdict">
        <p className="help is-danger" role="alert">
          {!isRejecting && !isConfirming && problem}
        </p>
        <div className="form-buttons">
          <Button
            look="primary"
            busy={(busy && !isRejecting) || waits === "loading"}
            disabled={waits === "failed"}
            {...approveKey}
            onClick={({ detail }) => {
              // After a fast answer, the next approval's button is in this place: the second half of a double
              // click would approve what nobody has seen.
              if (detail > 1) return;
              if (confirms) ask(setConfirming);
              else void approve(props.approve);
            }}
          >
            {confirms ? approveProfileLabel(confirms) : `Approve ${what}`}
          </Button>
          <Button look="danger" {...rejectKey} onClick={() => ask(setRejecting)}>
            Reject {what}
          </Button>
          {confirms && <DeactivateNow psychic={confirms} disabled={busy} onDone={onDecided} />}
        </div>
      </div>
      {isConfirming && confirms && (
        <ConfirmAccountModal
          psychic={confirms}
          busy={busy}
          problem={problem}
          onYes={() => approve(asked.current.approve)}
          onNo={() => setConfirming(false)}
        />
      )}
      {isRejecting && takesReason && (
        <RejectModal
          what={what}
          reason={reason}
          onReason={setReason}
          busy={busy}
          problem={problem}
          onReject={reject}
          onClose={() => setRejecting(false)}
        />
      )}
      {isRejecting && !takesReason && (
        <ConfirmModal isLoss busy={busy} onYes={reject} onNo={() => setRejecting(false)}>
          <p>The {what.toLowerCase()} is removed.</p>
          <p className="help is-danger" role="alert">
            {problem}
          </p>
        </ConfirmModal>
      )}
    </>
  );
}
