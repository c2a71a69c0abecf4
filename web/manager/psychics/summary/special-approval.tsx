import { useState } from "react";
import { DeactivateNow } from "#web/manager/deactivate-now.tsx";
import { LinkedAccounts, useLinkedAccounts } from "#web/manager/linked-accounts.tsx";
import { specialApprovalWords } from "#web/manager/special-approval-note.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import type { Psychic } from "../psychic-frame.tsx";

/** Opens with the Summary while the account is Pending and requires approval (R21, S11). */
export function SpecialApproval({ psychic }: { psychic: Psychic }) {
  const waits = psychic.requires_approval && psychic.account_status === "Pending";
  const [closed, setClosed] = useState(false);
  const linked = useLinkedAccounts(psychic);
  if (!waits || closed) return null;

  return (
    <Modal title="Special Approval Required" onClose={() => setClosed(true)}>
      <p>{specialApprovalWords}</p>
      <LinkedAccounts psychic={psychic} />
      {!linked.isLoading && (
        <div className="form-buttons">
          <Button look="primary" onClick={() => setClosed(true)}>
            Ok
          </Button>
          <DeactivateNow psychic={psychic} />
        </div>
      )}
    </Modal>
  );
}
