import { Link } from "react-router-dom";
import { ConfirmModal } from "../ui/form/confirm-modal.tsx";

interface SignOutQuestionProps {
  /** The number of unsent edits. */
  waiting: number;
  busy: boolean;
  onYes: () => void;
  onNo: () => void;
}

/** Asks before signing out a user with unsent edits (D40). */
export function SignOutQuestion({ waiting, busy, onYes, onNo }: SignOutQuestionProps) {
  return (
    <ConfirmModal
      title={waiting === 1 ? "1 edit is not sent yet" : `${waiting} edits are not sent yet`}
      yes="Log Me Out"
      no="Stay"
      busy={busy}
      onYes={onYes}
      onNo={onNo}
    >
      <p>
        {waiting === 1 ? "It stays" : "They stay"} encrypted on this device until you sign in here
        again. Nobody else can read {waiting === 1 ? "it" : "them"}.{" "}
        <Link to="/psychic/waiting" onClick={onNo}>
          See your unsent edits
        </Link>
      </p>
    </ConfirmModal>
  );
}
