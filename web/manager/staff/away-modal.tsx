import type { StaffMember } from "#shared/staff.ts";
import { useManagers } from "#web/features/managers/use-managers.ts";
import { Modal } from "#web/ui/modal.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { AbsenceForm } from "../away/absence-form.tsx";

/** Enters when a member of staff is away, such as somebody who is ill. */
export function AwayModal({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const manager = useManagers()?.find(({ user_id }) => user_id === member.user_id);
  return (
    <Modal title={`When is ${member.username} away?`} onClose={onClose}>
      {manager ? (
        <AbsenceForm who={manager} isOwn={false} onDone={onClose} />
      ) : (
        <Spinner label="Loading the absence" />
      )}
    </Modal>
  );
}
