import type { AccountStatus } from "../psychics.ts";

/** What decides whether an account may be edited and what its owner may do. */
export interface AccountState {
  account_status: AccountStatus;
  requires_approval: boolean;
}

/**
 * Editing is blocked on a Blacklist account, and on a Pending one that requires approval (D4). Its
 * ways out stay open: the account status, availability U, and Approve or Reject Profile.
 */
export function isEditable({ account_status, requires_approval }: AccountState): boolean {
  return account_status !== "Blacklist" && !(account_status === "Pending" && requires_approval);
}

/** Who may not sign in, and whose sessions end at once (D3). */
export function isShutOut(status: AccountStatus): boolean {
  return status === "Blacklist" || status === "Inactive";
}
