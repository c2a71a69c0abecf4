import type { StaffMember } from "#shared/staff.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { useManagerList } from "#web/features/managers/use-managers.ts";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { AbsenceForm } from "../away/absence-form.tsx";

/** Enters when a member of staff is away, such as somebody who is ill. */
export function AwayModal({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const { managers, error, refetch } = useManagerList();
  const manager = managers?.find(({ user_id }) => user_id === member.user_id);
  return (
    <Modal title={`When is ${member.username} away?`} onClose={onClose}>
      {manager && <AbsenceForm who={manager} isOwn={false} onDone={onClose} />}
      {!managers && !error && <Spinner label="Loading the absence" />}
      {!managers && error && (
        <FailurePanel
          title="The absence could not be loaded"
          text={sentenceOf(error)}
          onRetry={refetch}
        />
      )}
    </Modal>
  );
}
