import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { Modal } from "../modal.tsx";

interface ConfirmModalProps {
  title?: string;
  children?: ReactNode;
  yes?: string;
  no?: string;
  busy?: boolean;
  /** Whether the question stays while `busy`, because another answer would come too late. */
  staysWhileBusy?: boolean;
  /** Yes loses something permanently, so No comes first and is highlighted. */
  isLoss?: boolean;
  onYes: () => void;
  onNo: () => void;
}

/** Asks before something is done that cannot simply be taken back. */
export function ConfirmModal(props: ConfirmModalProps) {
  const { title = "Are you sure?", yes = "Yes", no = "No", busy = false, isLoss = false } = props;
  const isHeld = busy && props.staysWhileBusy === true;
  const yesButton = (
    <Button look={isLoss ? "danger" : "primary"} busy={busy} onClick={props.onYes}>
      {yes}
    </Button>
  );
  return (
    <Modal title={title} held={isHeld} onClose={props.onNo}>
      {props.children}
      <div className="form-buttons">
        {!isLoss && yesButton}
        <Button look={isLoss ? "primary" : "plain"} disabled={isHeld} onClick={props.onNo}>
          {no}
        </Button>
        {isLoss && yesButton}
      </div>
    </Modal>
  );
}
