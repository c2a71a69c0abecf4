/** The times at which people are on calls, in epoch milliseconds. */
export interface Occupied {
  add(who: string, start: number, end: number): void;
  isFree(who: string, start: number, end: number): boolean;
}

/** The pause between two calls. */
const pause = 20_000;

export function createOccupied(): Occupied {
  const spans = new Map<string, { start: number; end: number }[]>();
  return {
    add(who, start, end) {
      const known = spans.get(who);
      if (known) known.push({ start, end });
      else spans.set(who, [{ start, end }]);
    },
    isFree: (who, start, end) =>
      !spans.get(who)?.some((span) => start < span.end + pause && end + pause > span.start),
  };
}
