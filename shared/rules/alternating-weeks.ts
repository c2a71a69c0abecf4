import { addDays, daysBetween, weekday } from "./new-york.ts";

/** Weeks from Sunday to Saturday alternate: after an A week comes a B week. */
export const alternatingWeeks = ["A", "B"] as const;
export type Weeks = (typeof alternatingWeeks)[number];

/** The weeks of a time of the schedule; null or undefined means every week. */
export type MaybeWeeks = Weeks | null | undefined;

/**
 * Sundays of an A week and of a B week. Weeks are counted from here in calendar days, so no clock,
 * time zone or end of a year shifts them (D74). Never change them: stored schedules would swap
 * their weeks.
 */
export const firstSundays: Record<Weeks, string> = { A: "2026-01-04", B: "2026-01-11" };

/** The Sunday on which the week of a day begins. */
export const sundayOf = (day: string): string => addDays(day, 1 - weekday(day));

/** Whether the week of a New York day is an A week or a B week. */
export const weeksOf = (day: string): Weeks =>
  Math.floor(daysBetween(firstSundays.A, day) / 7) % 2 === 0 ? "A" : "B";

/** Whether the week of a New York day is one of these weeks. */
export const isInWeeks = (weeks: MaybeWeeks, day: string): boolean =>
  !weeks || weeks === weeksOf(day);

/** The first Sunday after this day that begins one of these weeks. */
export const nextSunday = (weeks: Weeks, day: string): string =>
  addDays(sundayOf(day), isInWeeks(weeks, day) ? 14 : 7);
