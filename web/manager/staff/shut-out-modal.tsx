import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { may } from "#shared/rules/staff.ts";
import { type StaffMember, staffEndpoints } from "#shared/staff.ts";
import { listQuery } from "#web/api/list-query.ts";
import { save } from "#web/api/save.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
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
  const everybody = useQuery(listQuery(staffEndpoints.listStaff, "staff", { query: {} }));
  const staff = everybody.data?.staff;
  const successors = (staff ?? []).filter(
    (one) => one.user_id !== user_id && !one.shut_out && may(one.role, "edit-psychics"),
  );
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
          {username} is signed out everywhere at once, and cannot sign in until a new password is
          set.
        </p>
        {hasAny && (
          <Field
            label={`Who takes over ${countedBelongings(member)}?`}
            error={isMissing && successor === "" ? "Choose who takes over" : undefined}
          >
            {(input) => (
              <div className="select is-fullwidth">
                <select
                  {...input}
                  value={successor}
                  onChange={(event) => setSuccessor(event.target.value)}
                >
                  <option value="">{staff ? "Choose" : "Loading"}</option>
                  {successors.map((one) => (
                    <option key={one.user_id} value={one.user_id}>
                      {`${one.first} ${one.last} (${one.username})`}
                    </option>
                  ))}
                </select>
              </div>
            )}
          </Field>
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
