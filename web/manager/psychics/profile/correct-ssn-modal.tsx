import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { payrollEndpoints } from "#shared/payroll.ts";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { sendConfirmed } from "#web/api/confirmation.ts";
import { reasonOf } from "#web/api/error-sentences.ts";
import { Button } from "#web/ui/button.tsx";
import { Form } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { showNotice, showSuccess } from "#web/ui/notice-store.ts";
import { TextField } from "#web/ui/text-field.tsx";

interface CorrectSsnModalProps {
  userId: number;
  username: string;
  onClose: () => void;
}

const nothing = { ssn: "", repeated: "", reason: "" };

/** Stores another SSN. Nobody sees the old one, so the new one is typed twice. */
export function CorrectSsnModal({ userId, username, onClose }: CorrectSsnModalProps) {
  const queries = useQueryClient();
  const [given, setGiven] = useState(nothing);
  const [problems, setProblems] = useState<Partial<typeof nothing>>({});
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const ssn = given.ssn.replace(/[\s-]/g, "");
    if (ssn !== given.repeated.replace(/[\s-]/g, "")) {
      setProblems({ repeated: "The two numbers differ" });
      return;
    }
    setBusy(true);
    setProblems({});
    try {
      const { reason } = given;
      const request = { params: { id: String(userId) }, body: { ssn, reason } };
      const { linked } = await sendConfirmed(() => call(payrollEndpoints.correctSsn, request));
      onClose();
      if (linked.length > 0) {
        showNotice({
          kind: "danger",
          title: "SSN Corrected",
          text: `These blacklisted accounts have this SSN, too, or share other facts: ${linked.join(", ")}.`,
        });
      } else {
        showSuccess("SSN Corrected", `${username} gets an e-mail about it.`);
      }
      await queries.invalidateQueries();
    } catch (error) {
      const [wrong] = (error instanceof ApiError && error.problem?.errors) || [];
      setProblems({ [wrong?.path === "ssn" ? "ssn" : "reason"]: reasonOf(error) });
    } finally {
      setBusy(false);
    }
  };

  const field = (name: keyof typeof nothing, label: string, more: object) => (
    <TextField
      label={label}
      name={name}
      error={problems[name]}
      value={given[name]}
      onText={(text) => setGiven({ ...given, [name]: text })}
      {...more}
    />
  );
  const number = { inputMode: "numeric", autoComplete: "off", maxLength: 20 };
  return (
    <Modal
      title={`Correct the SSN of ${username}`}
      unsaved={Object.values(given).some((text) => text !== "")}
      onClose={onClose}
    >
      <Form onSubmit={submit}>
        {field("ssn", "New SSN", { ...number, hint: "9 digits" })}
        {field("repeated", "Repeat the New SSN", number)}
        {field("reason", "Reason", {
          hint: `${username} and the owners can read it`,
          maxLength: 200,
        })}
        <div className="form-buttons">
          <Button type="submit" look="primary" busy={busy}>
            Correct
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Modal>
  );
}
