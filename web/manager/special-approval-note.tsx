import { LinkedAccounts } from "./linked-accounts.tsx";
import type { Psychic } from "./psychics/psychic-frame.tsx";
import "./linked-accounts.scss";

/** The text of the notice N17. */
export const specialApprovalWords =
  "This account requires special approval because it may be linked with other blacklisted " +
  "accounts. If you would like to deactivate this account, click on Deactivate Now.";

/** Shown wherever approving confirms the account, so that the manager sees what that means (M1). */
export function SpecialApprovalNote({ psychic }: { psychic: Psychic }) {
  if (!psychic.requires_approval) return null;
  return (
    <section className="form-note special-approval" aria-label="Special Approval Required">
      <p>
        {psychic.account_status === "Blacklist"
          ? "This account is blacklisted, and may be linked with other blacklisted accounts."
          : specialApprovalWords}
      </p>
      <LinkedAccounts psychic={psychic} />
    </section>
  );
}
