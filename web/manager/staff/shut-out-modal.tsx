import { useState } from "react";
import { type StaffMember, staffEndpoints } from "#shared/staff.ts";
import { save } from "#web/api/save.ts";
import { ManagerChoice } from "#web/features/managers/manager-choice.tsx";
import { Button } from "#web/ui/button.tsx";
import { Form } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { countedBelongings } from "./staff-columns.tsx";
import { useStaffChange } from "./use-staff-change.ts";
import "./staff.scss";

interface ShutOutModalProps {
  member: StaffMember;
  onClose: () => void;
}

/** Asks who takes over the psychics, then ends the member's access. */
export function ShutOutModal({ member, onClose }: ShutOutModalProps) {
  const { user_id, username, psychics, contacts } = member;
  const hasAny = psychics + contacts > 0;
  const [successor, setSuccessor] = useState("");
  const [isMissing, setMissing] = useState(false);
  const { busy, problem, change } = useStaffChange(() => {
    onClose();
    // The pressed button disappears from the row.
    document.querySelector("h1")?.focus();
  });
  const submit = () => {
    if (hasAny && successor === "") {
      setMissing(true);
      return;
    }
    void change(
      () =>
        save(staffEndpoints.shutOutStaff, {
          params: { id: String(user_id) },
          body: { successor: successor === "" ? null : Number(successor) },
        }),
      "Access Ended",
      `${username} is shut out.`,
    );
  };
  return (
    <Modal title={`Shut out ${username}?`} onClose={onClose}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className="shut-out-words">
          This signs {username} out everywhere at once. {username} can sign in again only if an
          owner invites them again.
        </p>
        {hasAny && (
          <ManagerChoice
            label={`Who takes over ${countedBelongings(member)}?`}
            error={isMissing && successor === "" ? "Choose who takes over" : undefined}
            among={(one) => one.has_psychics && one.user_id !== user_id}
            chosen={successor}
            onChoose={setSuccessor}
          />
        )}
        <p className="help is-danger" role="alert">
          {problem}
        </p>
        <div className="form-buttons">
          <Button look="primary" onClick={onClose}>
            Keep
          </Button>
          <Button type="submit" look="danger" busy={busy}>
            Shut Out
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
