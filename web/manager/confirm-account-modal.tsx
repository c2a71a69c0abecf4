import { ConfirmModal } from "../ui/form/confirm-modal.tsx";
import type { Psychic } from "./psychics/psychic-frame.tsx";

/** The label of Approve Profile, which says whether it also confirms the account (D5, M1). */
export const approveProfileLabel = ({ requires_approval }: Pick<Psychic, "requires_approval">) =>
  requires_approval ? "Approve Profile and Confirm the Account" : "Approve Profile";

interface ConfirmAccountModalProps {
  psychic: Psychic;
  /** The status that confirms the account; if absent, approving the profile does. */
  status?: Psychic["account_status"] | undefined;
  busy?: boolean;
  problem?: string | undefined;
  onYes: () => void;
  onNo: () => void;
}

/** Asks before confirming an account that may be linked with blacklisted ones. */
export function ConfirmAccountModal(props: ConfirmAccountModalProps) {
  const { psychic, status, problem, ...asking } = props;
  const yes = status ? `Set to ${status}` : "Approve and Confirm";
  return (
    <ConfirmModal title="Confirm the Account?" yes={yes} no="Cancel" {...asking}>
      <p>
        The account of {psychic.username} may be linked with blacklisted accounts.{" "}
        {status ? `The status ${status}` : "Approving the profile"} also confirms the account, and
        you will not be asked again.
      </p>
      <p className="help is-danger" role="alert">
        {problem}
      </p>
    </ConfirmModal>
  );
}
