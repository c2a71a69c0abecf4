/** Returned by a save that has nothing to send. */
export const unchanged = { isUnchanged: true } as const;
export type Unchanged = typeof unchanged;

/** The relevant part of a save's result; some saves have no version. */
export function outcomeOf(saved: unknown): { version: string | null; isWaiting: boolean } {
  const { version, isWaiting } = (saved ?? {}) as { version?: unknown; isWaiting?: unknown };
  return {
    version: typeof version === "string" ? version : null,
    isWaiting: isWaiting === true,
  };
}
