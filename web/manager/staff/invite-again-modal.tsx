import { type StaffMember, staffEndpoints } from "#shared/staff.ts";
import { save } from "#web/api/save.ts";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { roleName } from "./staff-columns.tsx";
import { useStaffChange } from "./use-staff-change.ts";
import "./staff.scss";

/** Asks before a member without a password gets another link. */
export function InviteAgainModal({
  member,
  onClose,
}: {
  member: StaffMember;
  onClose: () => void;
}) {
  const { user_id, username, email } = member;
  const { busy, problem, change } = useStaffChange(onClose);
  const send = () =>
    change(
      () => save(staffEndpoints.inviteStaffAgain, { params: { id: String(user_id) } }),
      "Invitation Sent",
      `We sent an e-mail to ${email}. Its link works for 7 days.`,
    );
  return (
    <Modal title={`Invite ${username} again?`} onClose={onClose}>
      <p className="shut-out-words">
        We send {email} a link to set a new password. Earlier links stop working. {username} keeps
        the role {roleName(member)}.
      </p>
      <p className="help is-danger" role="alert">
        {problem}
      </p>
      <div className="form-buttons">
        <Button look="primary" busy={busy} onClick={send}>
          Send Invitation
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Modal>
  );
}
