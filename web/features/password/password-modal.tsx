import { type FormEvent, useRef, useState } from "react";
import { ApiError, isCommunicationFailure } from "#web/api/api-error.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { Button } from "#web/ui/button.tsx";
import { Form } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { showNotice, showSuccess } from "#web/ui/notice-store.ts";
import { PasswordField } from "#web/ui/password-field.tsx";
import { passwordProblems } from "./password-problems.ts";

interface PasswordModalProps {
  /** The owner of the password, if it is not the user. */
  whose?: string;
  /** Whether to ask for the current password; needed for one's own. */
  asksCurrent: boolean;
  /** The text of the notice of success. */
  done: string;
  save: (passwords: { old: string; password: string }) => Promise<unknown>;
  onClose: () => void;
}

const empty = { old: "", password: "", confirmation: "" };
type Passwords = typeof empty;
type Problems = { [Name in keyof Passwords]?: string | undefined };

/** The errors by field; a 422 is the server's objection to one of them. */
function refusalsOf(error: unknown): Problems | null {
  if (!(error instanceof ApiError) || error.status !== 422) return null;
  const refusals = error.problem?.errors ?? [];
  return Object.fromEntries(
    refusals.map(({ path, message }) => [path === "password" ? "password" : "old", message]),
  );
}

/**
 * Changes a password. An error that belongs to no field closes the modal and shows a notice
 * (V26, D8).
 */
export function PasswordModal(props: PasswordModalProps) {
  const { whose, asksCurrent, onClose } = props;
  const [given, setGiven] = useState(empty);
  const [tried, setTried] = useState(false);
  const [refusals, setRefusals] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const online = useOnline();
  const form = useRef<HTMLFormElement>(null);

  const problemsOf = ({ old, password, confirmation }: Passwords): Problems => ({
    ...passwordProblems(password, confirmation),
    ...(asksCurrent && old.trim() === "" && { old: "Current Password is required" }),
  });
  const problems: Problems = { ...(tried && problemsOf(given)), ...refusals };

  const type = (name: keyof Passwords) => (text: string) => {
    setGiven({ ...given, [name]: text });
    setRefusals({});
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    const wrong = Object.entries(problemsOf(given)).find(([, problem]) => problem);
    if (wrong) {
      form.current?.querySelector<HTMLInputElement>(`[name=${wrong[0]}]`)?.focus();
      return;
    }
    setBusy(true);
    try {
      await props.save({ old: given.old.trim(), password: given.password.trim() });
      onClose();
      showSuccess("Password Updated", props.done);
    } catch (error) {
      setBusy(false);
      const found = refusalsOf(error);
      if (found) {
        setRefusals(found);
        form.current?.querySelector<HTMLInputElement>("input")?.select();
        return;
      }
      // The user canceled the confirmation: the typed passwords stay.
      if (error instanceof ApiError && error.code === "confirmation_needed") return;
      onClose();
      if (!isCommunicationFailure(error)) {
        showNotice({ kind: "danger", title: "Password Not Updated", text: sentenceOf(error) });
      }
    }
  };

  const field = (name: keyof Passwords, label: string, more: object) => (
    <PasswordField
      label={label}
      name={name}
      error={problems[name]}
      value={given[name]}
      onText={type(name)}
      {...more}
    />
  );

  return (
    <Modal
      title={whose ? `Change Password of ${whose}` : "Change Password"}
      unsaved={Object.values(given).some((text) => text !== "")}
      onClose={onClose}
    >
      <Form ref={form} onSubmit={submit}>
        {asksCurrent && field("old", "Current Password", { autoComplete: "current-password" })}
        {field("password", "New Password", {
          autoComplete: "new-password",
          hint: "At least 6 characters",
        })}
        {field("confirmation", "Confirm Password", { autoComplete: "new-password" })}
        {!online && <p className="help">You need to be online to change the password.</p>}
        <div className="form-buttons">
          <Button type="submit" look="primary" busy={busy} disabled={!online}>
            Submit
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Modal>
  );
}
