import { useState } from "react";
import { type Listing, listingEndpoints } from "#shared/listings.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { save } from "#web/api/save.ts";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";

interface RejectedModalProps {
  id: number;
  rejected: Listing;
  version: string | null;
  onReverted: () => void;
  onEdit: () => void;
}

/** Asks a psychic whether to edit the rejected listing or return to the live one (S4, S8). */
export function RejectedModal(props: RejectedModalProps) {
  const { id, rejected, version, onReverted, onEdit } = props;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const revert = async () => {
    setBusy(true);
    try {
      const request = { params: { id: String(id) } };
      await save(listingEndpoints.removeRejectedListing, request, version ?? undefined);
      onReverted();
    } catch (error) {
      setProblem(sentenceOf(error));
    }
    setBusy(false);
  };
  return (
    <Modal title="Rejected" onClose={onEdit}>
      <p>Your listing was not approved.</p>
      <p className="plain-lines">
        {rejected.reason ? `Reason: ${rejected.reason}` : "No reason was given."}
      </p>
      <p>
        Edit opens the rejected listing for changes. Revert deletes it and goes back to the live
        listing, or to an empty one.
      </p>
      <p className="help is-danger" role="alert">
        {problem}
      </p>
      <div className="form-buttons">
        {/* Focus this button, because Enter on it loses nothing. */}
        <Button look="primary" data-takes-focus onClick={onEdit}>
          Edit
        </Button>
        <Button busy={busy} onClick={revert}>
          Revert
        </Button>
      </div>
    </Modal>
  );
}
