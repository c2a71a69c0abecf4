import { useState } from "react";
import { ApiError } from "#web/api/api-error.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { showSuccess } from "#web/ui/notice-store.ts";
import "./devices.scss";

/** The devices that are about to be signed out. */
export interface Ending {
  /** `all`, or the name of one. */
  what: string;
  send: () => Promise<unknown>;
}

interface SignOutModalProps {
  ending: Ending;
  allLabel: string;
  consequence: string;
  onClose: () => void;
  /** The server has answered: the list may have changed. */
  onSettled: () => Promise<void>;
  onDone: () => void;
}

/** Asks before it signs out a device, or all of them. */
export function SignOutModal(props: SignOutModalProps) {
  const { ending, allLabel, consequence, onClose, onSettled, onDone } = props;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isAll = ending.what === "all";
  const submit = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await ending.send().catch((error) => {
        // Somebody else has signed it out, which is fine.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      });
      await onSettled();
      showSuccess(
        "Signed Out",
        isAll ? "The devices are signed out." : `${ending.what} is signed out.`,
      );
      onDone();
    } catch (error) {
      setProblem(sentenceOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      title={isAll ? `${allLabel}?` : `Sign Out ${ending.what}?`}
      onClose={onClose}
      held={busy}
    >
      <p className="device-question">{consequence}</p>
      <p className="help is-danger" role="alert">
        {problem}
      </p>
      <div className="form-buttons">
        <Button look="primary" onClick={onClose}>
          Keep
        </Button>
        <Button look="danger" busy={busy} onClick={submit}>
          Sign Out
        </Button>
      </div>
    </Modal>
  );
}
