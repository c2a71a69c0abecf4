import type { AvailabilityCode } from "../psychics.ts";

export const setters = ["psychic", "manager", "platform", "portal"] as const;
export type Setter = (typeof setters)[number];

/** A change of the availability. `at` is ISO 8601. */
export interface AvailabilityChange {
  at: string;
  code: AvailabilityCode;
  /** Portal: a consequence of the account. Null: not known. */
  set_by: Setter | null;
}

/** How long an availability lasted. */
export interface AvailabilitySpan extends Omit<AvailabilityChange, "at"> {
  /** Epoch milliseconds. */
  from: number;
  to: number;
}

/**
 * The availability between two instants (epoch milliseconds): spans without gaps or overlaps.
 * Changes that only confirm the code make no new span. Before the first change nothing is known.
 * @param changes in the order of their times.
 */
export function availabilitySpans(
  changes: readonly AvailabilityChange[],
  from: number,
  to: number,
): AvailabilitySpan[] {
  const spans: AvailabilitySpan[] = [];
  for (const [place, { at, code, set_by }] of changes.entries()) {
    const next = changes[place + 1];
    const begins = Math.max(Date.parse(at), from);
    const ends = Math.min(next ? Date.parse(next.at) : to, to);
    if (begins >= ends) continue;
    const last = spans.at(-1);
    if (last?.code === code) last.to = ends;
    else spans.push({ from: begins, to: ends, code, set_by });
  }
  return spans;
}
