/** Answered by a save that found nothing to send. */
export const unchanged = { isUnchanged: true } as const;
export type Unchanged = typeof unchanged;

/** What of a save counts here; some have no version. */
export function outcomeOf(saved: unknown): { version: string | null; isWaiting: boolean } {
  const { version, isWaiting } = (saved ?? {}) as { version?: unknown; isWaiting?: unknown };
  return {
    version: typeof version === "string" ? version : null,
    isWaiting: isWaiting === true,
  };
}
