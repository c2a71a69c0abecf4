import { Button } from "#web/ui/button.tsx";
import { Form } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { ReasonField, reasonProblem } from "./reason-field.tsx";

interface RejectModalProps {
  /** The name of the rejected thing, such as `Profile`. */
  what: string;
  /** The opener holds the text, so that it survives when a refused decision closes the modal. */
  reason: string;
  onReason: (reason: string) => void;
  busy: boolean;
  /** The error of sending. */
  problem: string | undefined;
  onReject: () => void;
  onClose: () => void;
}

/** Asks for the optional reason of a rejection, which the psychic sees (D25). */
export function RejectModal(props: RejectModalProps) {
  const { what, reason, busy, onClose } = props;
  return (
    <Modal title={`Reject ${what}`} onClose={onClose}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && !reasonProblem(reason)) props.onReject();
        }}
      >
        <ReasonField reason={reason} onReason={props.onReason} />
        <p className="help is-danger" role="alert">
          {props.problem}
        </p>
        <div className="form-buttons">
          <Button type="submit" look="danger" busy={busy}>
            Reject
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Modal>
  );
}
