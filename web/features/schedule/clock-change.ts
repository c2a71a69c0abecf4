import { minutesAhead, newYork, wallClock } from "#shared/rules/new-york.ts";

const minute = 60_000;
const hour = 60 * minute;
/** A clock change is announced this long (ms) before it. */
const announced = 14 * 24 * hour;

export interface ClockChange {
  /** When it happens, in epoch milliseconds. */
  at: number;
  /** Minutes that the clocks go forward; below zero they go back. */
  forward: number;
}

/** A zone's next clock change, if within two weeks. `now` must be a whole minute. */
export function nextClockChange(timeZone: string, now: number): ClockChange | null {
  const today = minutesAhead(now, timeZone);
  const later = minutesAhead(now + announced, timeZone);
  if (today === later) return null;
  let [before, after] = [now, now + announced];
  while (after - before > minute) {
    const middle = Math.floor((before + after) / 2 / minute) * minute;
    if (minutesAhead(middle, timeZone) === today) before = middle;
    else after = middle;
  }
  return { at: after, forward: later - today };
}

const sentence = (whose: string, timeZone: string, { at, forward }: ClockChange) => {
  const date = wallClock(at, timeZone).format("MM/DD/YYYY");
  const much = Math.abs(forward) === 60 ? "one hour" : `${Math.abs(forward)} minutes`;
  return `${whose} go ${forward > 0 ? "forward" : "back"} ${much} on ${date}.`;
};

/** A sentence for each clock change of the next two weeks, in New York and in the viewer's zone. */
export function clockChangeNotes(viewersZone: string, now: number): string[] {
  const theirs = nextClockChange(newYork, now);
  const mine = viewersZone === newYork ? null : nextClockChange(viewersZone, now);
  return [
    ...(theirs
      ? [`${sentence("New York's clocks", newYork, theirs)} A schedule keeps its New York times.`]
      : []),
    ...(mine ? [sentence("Your clocks", viewersZone, mine)] : []),
  ];
}
