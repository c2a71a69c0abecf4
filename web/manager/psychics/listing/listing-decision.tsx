import { useState } from "react";
import { listingEndpoints } from "#shared/listings.ts";
import { save } from "#web/api/save.ts";
import { ReasonField, reasonProblem } from "#web/features/rejection/reason-field.tsx";
import { useDecision } from "#web/manager/use-decision.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmModal } from "#web/ui/form/confirm-modal.tsx";

interface ListingDecisionProps {
  userId: number;
  /** The version on screen; the server refuses if there is a newer one. */
  version: string | null;
}

/** Approve Listing and Reject Listing. Both ask first (R25); a rejection can have a reason. */
export function ListingDecision({ userId, version }: ListingDecisionProps) {
  const { busy, problem, decide, forget } = useDecision(userId);
  /** The open question, with the version that it was asked about: a newer one may arrive behind it. */
  const [asking, setAsking] = useState<{
    about: "approve" | "reject";
    baseVersion: string | undefined;
  }>();
  const [reason, setReason] = useState("");
  const request = { params: { id: String(userId) } };

  const ask = (about: "approve" | "reject") => {
    forget();
    setAsking({ about, baseVersion: version ?? undefined });
  };
  const approve = async () => {
    const isAnswered = await decide("Listing", "Approved", () =>
      save(listingEndpoints.approveListing, request, asking?.baseVersion),
    );
    if (isAnswered) setAsking(undefined);
  };
  const reject = async () => {
    if (reasonProblem(reason)) return;
    const body = { reason: reason.trim() || null };
    const isAnswered = await decide("Listing", "Rejected", () =>
      save(listingEndpoints.rejectListing, { ...request, body }, asking?.baseVersion),
    );
    if (isAnswered) setAsking(undefined);
  };
  const problemText = problem && (
    <p className="help is-danger" role="alert">
      {problem}
    </p>
  );

  return (
    <>
      <Button look="primary" onClick={() => ask("approve")}>
        Approve Listing
      </Button>
      <Button look="danger" onClick={() => ask("reject")}>
        Reject Listing
      </Button>
      {!asking && problemText}
      {asking?.about === "approve" && (
        <ConfirmModal busy={busy} onYes={approve} onNo={() => setAsking(undefined)}>
          <p>The listing goes live and replaces the current one.</p>
          {problemText}
        </ConfirmModal>
      )}
      {asking?.about === "reject" && (
        <ConfirmModal isLoss busy={busy} onYes={reject} onNo={() => setAsking(undefined)}>
          <ReasonField reason={reason} onReason={setReason} />
          {problemText}
        </ConfirmModal>
      )}
    </>
  );
}
