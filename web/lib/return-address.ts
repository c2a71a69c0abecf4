/** Where a session that ended was, kept in the history entry of /login (D7). */
export interface ReturnAddress {
  to: string;
  /** Only this user goes back there; null: whoever signs in, for nobody was signed in. */
  userId: number | null;
}

/** Reads what a history entry holds, which any script of an older release may have written. */
export function readReturnAddress(state: unknown): ReturnAddress | null {
  if (typeof state !== "object" || state === null || !("to" in state) || !("userId" in state)) {
    return null;
  }
  const { to, userId } = state;
  if (typeof to !== "string" || !to.startsWith("/") || to.startsWith("//")) return null;
  return typeof userId === "number" || userId === null ? { to, userId } : null;
}
