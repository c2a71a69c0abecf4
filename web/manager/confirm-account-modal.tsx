import { ConfirmModal } from "../ui/form/confirm-modal.tsx";
import type { Psychic } from "./psychic-frame.tsx";

/** What Approve Profile reads while it confirms the account as well (D4, M1). */
export const approveProfileLabel = ({ requires_approval }: Pick<Psychic, "requires_approval">) =>
  requires_approval ? "Approve Profile and Confirm the Account" : "Approve Profile";

interface ConfirmAccountModalProps {
  psychic: Psychic;
  busy: boolean;
  problem: string | undefined;
  onYes: () => void;
  onNo: () => void;
}

/** Asks before an account that may be linked with blacklisted ones is confirmed with its profile. */
export function ConfirmAccountModal(props: ConfirmAccountModalProps) {
  const { psychic, problem, ...asking } = props;
  return (
    <ConfirmModal title="Confirm the Account?" yes="Approve and Confirm" no="Cancel" {...asking}>
      <p>
        The account of {psychic.username} may be linked with blacklisted accounts. Approving the
        profile confirms the account too, and you will not be asked again.
      </p>
      <p className="help is-danger" role="alert">
        {problem}
      </p>
    </ConfirmModal>
  );
}
