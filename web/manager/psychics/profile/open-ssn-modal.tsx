import { type FormEvent, useEffect, useEffectEvent, useState } from "react";
import { payrollEndpoints } from "#shared/payroll.ts";
import { call } from "#web/api/call.ts";
import { sendConfirmed } from "#web/api/confirmation.ts";
import { reasonOf } from "#web/api/error-sentences.ts";
import { Button } from "#web/ui/button.tsx";
import { Form } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import "./ssn-section.scss";

interface OpenSsnModalProps {
  userId: number;
  username: string;
  onClose: () => void;
}

/** In seconds: how long an opened SSN stays on the screen. */
const shownFor = 30;

/** Asks why, then shows the SSN for 30 seconds. */
export function OpenSsnModal({ userId, username, onClose }: OpenSsnModalProps) {
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [ssn, setSsn] = useState<string>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const request = { params: { id: String(userId) }, body: { reason } };
      const opened = await sendConfirmed(() => call(payrollEndpoints.openSsn, request));
      setSsn(opened.ssn);
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      setBusy(false);
    }
  };

  if (ssn !== undefined) {
    return (
      <Modal title={`SSN of ${username}`} onClose={onClose}>
        <ShownSsn ssn={ssn} onEnd={onClose} />
      </Modal>
    );
  }
  return (
    <Modal
      title={`Open the SSN of ${username}`}
      unsaved={reason !== ""}
      held={busy}
      onClose={onClose}
    >
      <Form onSubmit={submit}>
        <TextField
          label="Reason"
          name="reason"
          hint={`${username} and the owners can read it`}
          maxLength={200}
          error={problem}
          value={reason}
          onText={setReason}
        />
        <div className="form-buttons">
          <Button type="submit" look="primary" busy={busy}>
            Open
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Modal>
  );
}

function ShownSsn({ ssn, onEnd }: { ssn: string; onEnd: () => void }) {
  const [left, setLeft] = useState(shownFor);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const endsAt = Date.now() + shownFor * 1000;
    const timer = setInterval(() => {
      const seconds = Math.ceil((endsAt - Date.now()) / 1000);
      if (seconds > 0) setLeft(seconds);
      else end();
    }, 250);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <p className="shown-ssn">{`${ssn.slice(0, 3)}-${ssn.slice(3, 5)}-${ssn.slice(5)}`}</p>
      <p className="help" role="timer">
        It disappears in {left} {left === 1 ? "second" : "seconds"}.
      </p>
      <div className="form-buttons">
        <Button look="primary" onClick={onEnd}>
          Done
        </Button>
      </div>
    </>
  );
}
