import { useId, useState } from "react";
import { type StaffRole, staffRoles } from "#shared/rules/staff.ts";
import { type StaffMember, staffEndpoints } from "#shared/staff.ts";
import { save } from "#web/api/save.ts";
import { Button } from "#web/ui/button.tsx";
import { Form } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { roleWords } from "./role-words.ts";
import { useStaffChange } from "./use-staff-change.ts";
import "#web/ui/form/check-field.scss";

/** Chooses the role of a member of staff. It counts at once. */
export function RoleModal({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const { user_id, username, role } = member;
  const [chosen, setChosen] = useState<StaffRole>(role);
  const { busy, problem, change } = useStaffChange(onClose);
  const id = useId();
  const submit = () =>
    change(
      () =>
        save(staffEndpoints.setStaffRole, {
          params: { id: String(user_id) },
          // As shown here: the server refuses if another owner changed it since.
          body: { role: chosen, from: role },
        }),
      "Role Changed",
      `${username} is ${roleWords[chosen].name} now.`,
    );
  return (
    <Modal title={`Role of ${username}`} unsaved={chosen !== role} onClose={onClose}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <fieldset className="plain-fieldset">
          <legend className="is-sr-only">Role</legend>
          {staffRoles.map((one) => (
            <div key={one} className="check-field">
              <label className="check">
                <input
                  type="radio"
                  name="role"
                  value={one}
                  checked={chosen === one}
                  aria-describedby={`${id}-${one}`}
                  onChange={() => setChosen(one)}
                />
                {roleWords[one].name}
              </label>
              <p className="help" id={`${id}-${one}`}>
                {roleWords[one].may}
              </p>
            </div>
          ))}
        </fieldset>
        <p className="help is-danger" role="alert">
          {problem}
        </p>
        <div className="form-buttons">
          <Button type="submit" look="primary" busy={busy} disabled={chosen === role}>
            Save Role
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Modal>
  );
}
