import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { Modal } from "../modal.tsx";

interface ConfirmModalProps {
  title?: string;
  children?: ReactNode;
  yes?: string;
  no?: string;
  busy?: boolean;
  onYes: () => void;
  onNo: () => void;
}

/** Asks before something is done that cannot simply be taken back. */
export function ConfirmModal(props: ConfirmModalProps) {
  const { title = "Are you sure?", yes = "Yes", no = "No", busy = false } = props;
  return (
    <Modal title={title} onClose={props.onNo}>
      {props.children}
      <div className="form-buttons">
        <Button look="primary" busy={busy} onClick={props.onYes}>
          {yes}
        </Button>
        <Button onClick={props.onNo}>{no}</Button>
      </div>
    </Modal>
  );
}
