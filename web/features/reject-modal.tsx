import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Modal } from "../ui/modal.tsx";

interface RejectModalProps {
  /** What is rejected: `Profile`. */
  what: string;
  busy: boolean;
  onReject: (reason: string) => void;
  onClose: () => void;
}

/** Asks for the reason of a rejection, which the psychic sees; it may be left out (D25). */
export function RejectModal({ what, busy, onReject, onClose }: RejectModalProps) {
  const [reason, setReason] = useState("");
  return (
    <Modal title={`Reject ${what}`} unsaved={reason !== ""} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onReject(reason);
        }}
      >
        <Field label="Reason" hint="Optional. The psychic sees it. Up to 500 characters.">
          {(input) => (
            <textarea
              {...input}
              className="textarea"
              rows={4}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <div className="form-buttons">
          <Button type="submit" look="primary" busy={busy}>
            Reject
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Modal>
  );
}
