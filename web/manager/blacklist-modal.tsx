import { ConfirmModal } from "../ui/form/confirm-modal.tsx";
import type { Psychic } from "./psychics/psychic-frame.tsx";

interface BlacklistModalProps {
  psychic: Psychic;
  busy?: boolean;
  problem?: string | undefined;
  onYes: () => void;
  onNo: () => void;
}

/** Asks before a psychic is blacklisted. Every control that sets Blacklist uses it. */
export function BlacklistModal({ psychic, problem, ...asking }: BlacklistModalProps) {
  return (
    <ConfirmModal
      title={`Blacklist ${psychic.username}?`}
      yes="Blacklist"
      no="Cancel"
      isLoss
      staysWhileBusy
      {...asking}
    >
      <p>
        {psychic.username} is signed out at once, becomes Unavailable and cannot sign in again. The
        account cannot be edited until its status is changed back.
      </p>
      <p className="help is-danger" role="alert">
        {problem}
      </p>
    </ConfirmModal>
  );
}
