import { accountEndpoints } from "#shared/accounts.ts";
import type { Psychic } from "./psychic-frame.tsx";
import { useAccountChange } from "./use-account-change.ts";

/** Deactivate Now: sets Blacklist, and the availability U with it (S11). */
export function useDeactivation(psychic: Psychic) {
  const { busy, outcome, change } = useAccountChange(psychic.user_id);
  return {
    busy,
    problem: outcome?.failed ? outcome.text : undefined,
    /** Not for an account that is deactivated already. */
    isPossible: psychic.requires_approval && psychic.account_status !== "Blacklist",
    deactivate: () =>
      change(
        accountEndpoints.setAccountStatus,
        {
          params: { id: String(psychic.user_id) },
          // What is shown here: if another manager changed it since, the server refuses (C8).
          body: { acctStatus: "Blacklist", from: psychic.account_status },
        },
        // What asks stays until it is done.
        {},
      ),
  };
}
