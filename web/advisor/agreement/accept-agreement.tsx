import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { agreementEndpoints } from "#shared/agreements.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { reasonOf } from "#web/api/error-sentences.ts";
import { save } from "#web/api/save.ts";
import { AgreementFrame } from "#web/features/agreement/agreement-frame.tsx";
import { Button } from "#web/ui/button.tsx";
import { Form } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { showSuccess } from "#web/ui/notice-store.ts";
import "#web/features/agreement/agreement.scss";

interface DueAgreementProps {
  current: ResponseOf<typeof agreementEndpoints.listAgreements>["current"];
  /** Whether this would be the psychic's first acceptance here. */
  isFirst: boolean;
}

/**
 * Asks at once for an agreement that has changed. For a first acceptance a note is enough: that
 * psychic has an agreement from elsewhere.
 */
export function DueAgreement({ current, isFirst }: DueAgreementProps) {
  const [isOpen, setOpen] = useState(!isFirst);
  if (isOpen) {
    return <AcceptAgreement current={current} isFirst={isFirst} onLater={() => setOpen(false)} />;
  }
  if (!isFirst) return null;
  return (
    <div className="agreement-note">
      <p>Please read and accept the agreement between you and us.</p>
      <Button onClick={() => setOpen(true)}>Read and Accept</Button>
    </div>
  );
}

interface AcceptAgreementProps extends DueAgreementProps {
  onLater: () => void;
}

/** The agreement to read and accept. The screen beneath keeps what was typed there. */
function AcceptAgreement({ current, isFirst, onLater }: AcceptAgreementProps) {
  const queries = useQueryClient();
  const [isTicked, setTicked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!isTicked) {
      setProblem("Tick the box if you agree");
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      await save(agreementEndpoints.acceptAgreement, { body: { hash: current.hash } });
      showSuccess("Agreement Accepted", "You can read and print it on your Profile.");
    } catch (error) {
      setProblem(reasonOf(error));
      // The frame may now show another text.
      setTicked(false);
    }
    setBusy(false);
    const { method, path } = agreementEndpoints.listAgreements;
    await queries.invalidateQueries({ queryKey: [method, path] });
  };

  return (
    <Modal title="Psychic Agreement and Privacy Policy" onClose={onLater} held={busy}>
      <Form onSubmit={submit}>
        <p className="field">
          {isFirst
            ? "Please read the agreement between you and us, and accept it."
            : "The agreement has changed. Please read the new version and accept it."}
        </p>
        <AgreementFrame key={current.hash} address={`/${current.brand}/agreement`} />
        <label className="check field agreement-check">
          <input
            type="checkbox"
            checked={isTicked}
            aria-describedby="agreement-problem"
            onChange={(event) => setTicked(event.target.checked)}
          />
          I have read the Psychic Agreement and the Privacy Policy, and I agree to them
        </label>
        <p className="help is-danger" id="agreement-problem" role="alert">
          {problem}
        </p>
        <div className="form-buttons">
          <Button onClick={onLater}>Not Now</Button>
          <Button type="submit" look="primary" busy={busy}>
            I Agree
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
