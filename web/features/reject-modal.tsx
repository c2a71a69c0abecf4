import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { Modal } from "../ui/modal.tsx";

interface RejectModalProps {
  /** What is rejected: `Profile`. */
  what: string;
  /** Kept by whoever opens it: a decision that was refused takes the modal away, not what was typed. */
  reason: string;
  onReason: (reason: string) => void;
  busy: boolean;
  /** Why it could not be sent. */
  problem: string | undefined;
  onReject: () => void;
  onClose: () => void;
}

/** Asks for the reason of a rejection, which the psychic sees; it may be left out (D25). */
export function RejectModal(props: RejectModalProps) {
  const { what, reason, busy, onClose } = props;
  return (
    <Modal title={`Reject ${what}`} onClose={onClose}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) props.onReject();
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
              onChange={(event) => props.onReason(event.target.value)}
            />
          )}
        </Field>
        <p className="help is-danger" role="alert">
          {props.problem}
        </p>
        <div className="form-buttons">
          <Button type="submit" look="primary" busy={busy}>
            Reject
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Modal>
  );
}
