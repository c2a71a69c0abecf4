import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Contact, contactEndpoints } from "#shared/contacts.ts";
import { ApiError } from "#web/api/api-error.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { save } from "#web/api/save.ts";
import { useMay } from "#web/api/use-may.ts";
import { ConfirmModal } from "#web/ui/form/confirm-modal.tsx";
import { KnownLink } from "#web/ui/known-paths.tsx";
import { showSuccess } from "#web/ui/notice-store.ts";

/** Asks, then deletes a contact permanently. */
export function RemoveContact({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const queries = useQueryClient();
  const mayErase = useMay("erase-people");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const remove = async () => {
    setBusy(true);
    try {
      await save(contactEndpoints.removeContact, { params: { id: String(contact.id) } });
    } catch (error) {
      // Somebody else has deleted it already, which is fine.
      if (!(error instanceof ApiError && error.status === 404)) {
        setProblem(sentenceOf(error));
        setBusy(false);
        return;
      }
    }
    await queries.invalidateQueries({ queryKey: ["GET", "/contacts"] });
    showSuccess("Contact Deleted", "The contact was deleted.");
    onClose();
    // The pressed button disappears with its row.
    document.querySelector("h1")?.focus();
  };
  return (
    <ConfirmModal
      title={`Delete the contact of ${contact.name}?`}
      yes="Delete"
      no="Keep"
      isLoss
      busy={busy}
      onYes={remove}
      onNo={onClose}
    >
      <p>It cannot be restored.</p>
      {mayErase && (
        <p>
          To remove all submissions from this mailbox,{" "}
          <KnownLink to={`/privacy?erase=applicant&id=${contact.id}`}>erase the person</KnownLink>.
        </p>
      )}
      <p className="help is-danger" role="alert">
        {problem}
      </p>
    </ConfirmModal>
  );
}
