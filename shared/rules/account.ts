import type { AccountStatus } from "../psychics.ts";

/** What a psychic may be connected by, in the order that they are kept and shown in. */
export const permissions = ["AgentPhone", "AgentChat"] as const;
export type Permission = (typeof permissions)[number];

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

/**
 * Whether a change of the account status sets availability U. Whoever leaves Active takes no
 * readings (D23a), and whoever is shut out never does (Deactivate Now). Whoever becomes Active
 * again starts at U: an availability from before does not come back by itself.
 */
export function endsAvailability(before: AccountStatus, after: AccountStatus): boolean {
  return before !== after && (before === "Active" || after === "Active" || isShutOut(after));
}

/** Whether a change of the account status ends every session and work session at once (D3). */
export function endsSessions(before: AccountStatus, after: AccountStatus): boolean {
  return before !== after && isShutOut(after);
}

/**
 * The permissions of a comma-separated text, each once and in their own order; an empty text is
 * none. Null for a text with an unknown one.
 */
export function parsePermissions(text: string): Permission[] | null {
  const named = text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const isKnown = named.every((name) => permissions.some((permission) => permission === name));
  return isKnown ? permissions.filter((permission) => named.includes(permission)) : null;
}
