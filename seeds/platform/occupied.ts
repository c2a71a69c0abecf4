/** Who is on the line when. Times are epoch milliseconds. */
export interface Occupied {
  add(who: string, start: number, end: number): void;
  isFree(who: string, start: number, end: number): boolean;
}

/** Nobody takes the next call in the second in which the last one ends. */
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
