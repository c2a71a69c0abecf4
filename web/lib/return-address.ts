/** The address at which a session ended; /login stores it in its history entry (D7). */
export interface ReturnAddress {
  to: string;
  /** Only this user returns there. Null if nobody was signed in: then any user does. */
  userId: number | null;
}

/** Reads a history entry's state. Checks all of it, because an older release may have written it. */
export function readReturnAddress(state: unknown): ReturnAddress | null {
  if (typeof state !== "object" || state === null || !("to" in state) || !("userId" in state)) {
    return null;
  }
  const { to, userId } = state;
  if (typeof to !== "string" || !to.startsWith("/") || to.startsWith("//")) return null;
  return typeof userId === "number" || userId === null ? { to, userId } : null;
}
