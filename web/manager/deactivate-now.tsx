import { useState } from "react";
import { accountEndpoints } from "#shared/accounts.ts";
import { useMay } from "../api/use-may.ts";
import { Button } from "../ui/button.tsx";
import { showSuccess } from "../ui/notice-store.ts";
import { BlacklistModal } from "./blacklist-modal.tsx";
import type { Psychic } from "./psychics/psychic-frame.tsx";
import { useAccountChange } from "./use-account-change.ts";

interface DeactivateNowProps {
  psychic: Psychic;
  /** True while another decision on the account is being saved. */
  disabled?: boolean;
  onDone?: () => void;
}

/**
 * Asks, then sets Blacklist; the server also sets availability U (S11). Shown beside every button
 * that confirms an account which requires approval (M1).
 */
export function DeactivateNow({ psychic, disabled, onDone }: DeactivateNowProps) {
  const { busy, outcome, change } = useAccountChange(psychic.user_id);
  const [asking, setAsking] = useState(false);
  const mayChangeStatus = useMay("change-status");
  if (!mayChangeStatus || !psychic.requires_approval || psychic.account_status === "Blacklist")
    return null;
  const deactivate = () =>
    change(
      accountEndpoints.setAccountStatus,
      {
        params: { id: String(psychic.user_id) },
        // As shown here: the server refuses if another manager changed it since (C8).
        body: { acctStatus: "Blacklist", from: psychic.account_status },
      },
      // The question stays until the server has answered.
      {},
      () => {
        showSuccess("Account Deactivated", `${psychic.username} is on the Blacklist.`);
        onDone?.();
      },
    );
  return (
    <>
      <Button look="danger" disabled={disabled} onClick={() => setAsking(true)}>
        Deactivate Now
      </Button>
      {asking && (
        <BlacklistModal
          psychic={psychic}
          busy={busy}
          problem={outcome?.failed ? outcome.text : undefined}
          onYes={deactivate}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  );
}
