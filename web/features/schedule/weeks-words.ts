import {
  isInWeeks,
  type MaybeWeeks,
  nextSunday,
  type Weeks,
} from "#shared/rules/alternating-weeks.ts";
import { writtenDay } from "#web/lib/dates.ts";

/** Names the weeks of a time, as seen from today. The letters A and B never appear on a screen. */
export function weeksWords(weeks: MaybeWeeks, today: string): string {
  if (!weeks) return "Every week";
  return isInWeeks(weeks, today) ? "This week and every second" : "Next week and every second";
}

/** `Again from Sunday 12/06/2026`, or without "again" if this week is not one of them. */
export function writtenStart(weeks: Weeks, today: string): string {
  const sunday = writtenDay(nextSunday(weeks, today));
  return `${isInWeeks(weeks, today) ? "Again from" : "From"} Sunday ${sunday}`;
}

/** `This week and every second, again from Sunday 12/06/2026`. */
export const writtenWeeks = (weeks: Weeks, today: string): string =>
  `${weeksWords(weeks, today)}, ${writtenStart(weeks, today).replace(/^./, (first) => first.toLowerCase())}`;
