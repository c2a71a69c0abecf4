import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { type StaffRole, staffRoles } from "#shared/rules/staff.ts";
import { staffEndpoints } from "#shared/staff.ts";
import { ApiError } from "#web/api/api-error.ts";
import { reasonOf } from "#web/api/error-sentences.ts";
import { save } from "#web/api/save.ts";
import { brandFacts } from "#web/lib/brand-facts.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Form } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { showSuccess } from "#web/ui/notice-store.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { roleWords } from "./role-words.ts";

const nobody = { first: "", last: "", email: "", username: "" };
type Name = keyof typeof nobody;
type Problems = Partial<Record<string, string>>;

/** Adds a member of staff, who gets a letter with a link. */
export function InviteModal({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [given, setGiven] = useState(nobody);
  const [brand, setBrand] = useState(brandFacts()[0]?.key);
  const [role, setRole] = useState<StaffRole>("manager");
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || brand === undefined) return;
    setBusy(true);
    setProblems({});
    try {
      await save(staffEndpoints.inviteStaff, { body: { ...given, brand, role } });
      onClose();
      showSuccess(
        "Invitation Sent",
        `We sent an e-mail to ${given.email}. Its link works for 7 days.`,
      );
      await queries.invalidateQueries({ queryKey: ["GET", "/staff"] });
    } catch (error) {
      const wrong = (error instanceof ApiError && error.problem?.errors) || [];
      const [first] = wrong;
      setProblems(
        first
          ? Object.fromEntries(wrong.map(({ path, message }) => [path, message]))
          : { form: reasonOf(error) },
      );
      if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first.path}]`)?.focus();
    } finally {
      setBusy(false);
    }
  };

  const field = (name: Name, label: string, more: object = {}) => (
    <TextField
      label={label}
      name={name}
      autoComplete="off"
      error={problems[name]}
      value={given[name]}
      onText={(text) => setGiven({ ...given, [name]: text })}
      {...more}
    />
  );
  return (
    <Modal
      title="Invite to the Staff"
      unsaved={Object.values(given).some((text) => text !== "")}
      onClose={onClose}
    >
      <Form ref={form} onSubmit={submit}>
        {field("first", "First Name")}
        {field("last", "Last Name")}
        {field("email", "Email", { type: "email", hint: "We send the invitation to this address" })}
        {field("username", "Username")}
        <Field label="Brand" error={problems.brand}>
          {(input) => (
            <div className="select is-fullwidth">
              <select
                {...input}
                value={brand}
                onChange={(event) => setBrand(event.target.value as typeof brand)}
              >
                {brandFacts().map(({ key, name }) => (
                  <option key={key} value={key}>
                    {name}
                  </option>
                ))}
              </select>
            </div>
          )}
        </Field>
        <Field label="Role" hint={roleWords[role].may} error={problems.role}>
          {(input) => (
            <div className="select is-fullwidth">
              <select
                {...input}
                value={role}
                onChange={(event) => setRole(event.target.value as StaffRole)}
              >
                {staffRoles.map((one) => (
                  <option key={one} value={one}>
                    {roleWords[one].name}
                  </option>
                ))}
              </select>
            </div>
          )}
        </Field>
        <p className="help is-danger" role="alert">
          {problems.form}
        </p>
        <div className="form-buttons">
          <Button type="submit" look="primary" busy={busy}>
            Send Invitation
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Modal>
  );
}
