import type { AccountStatus } from "../psychics.ts";

/** The channels that the platform may connect a psychic by, in the order we store and show. */
export const permissions = ["AgentPhone", "AgentChat"] as const;
export type Permission = (typeof permissions)[number];

/** The facts that decide whether an account may be edited and what its owner may do. */
export interface AccountState {
  account_status: AccountStatus;
  requires_approval: boolean;
}

/**
 * Nobody may edit a Blacklist account, or a Pending account that requires approval (D4). Still
 * possible: the account status, availability U, passwords, undoing a change of the e-mail, problem
 * reports, and Approve or Reject Profile.
 */
export function isEditable({ account_status, requires_approval }: AccountState): boolean {
  return account_status !== "Blacklist" && !(account_status === "Pending" && requires_approval);
}

/** These accounts may not sign in, and their sessions end at once (D3). */
export function isShutOut(status: AccountStatus): boolean {
  return status === "Blacklist" || status === "Inactive";
}

/**
 * Whether a change of the account status sets availability U. A psychic who is not Active takes no
 * readings (D23a). Shutting out (Deactivate Now) sets U even if the account was not Active. A
 * psychic who becomes Active again starts at U; the earlier availability does not return.
 */
export function endsAvailability(before: AccountStatus, after: AccountStatus): boolean {
  return before !== after && (before === "Active" || after === "Active" || isShutOut(after));
}

/** Whether a change of the account status ends every session and work session at once (D3). */
export function endsSessions(before: AccountStatus, after: AccountStatus): boolean {
  return before !== after && isShutOut(after);
}

/**
 * Reads comma-separated permissions: each once, in our order. An empty text means none; null if one
 * is unknown.
 */
export function parsePermissions(text: string): Permission[] | null {
  const named = text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const isKnown = named.every((name) => permissions.some((permission) => permission === name));
  return isKnown ? permissions.filter((permission) => named.includes(permission)) : null;
}
