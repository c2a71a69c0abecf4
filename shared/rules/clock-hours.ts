import { hoursAWeek } from "./hours-that-pay.ts";
import { addDays, startOfNewYorkDay, wallClock } from "./new-york.ts";

/** Milliseconds. */
export const hourLength = 3_600_000;

/** An hour by the clock, and the hour of the week in New York that it belongs to. */
export interface ClockHour {
  /** Epoch milliseconds. */
  from: number;
  /** The week's place, from 0. */
  week: number;
  /** 0: Sunday from midnight to 1 AM. */
  hour: number;
}

/**
 * The hours of whole New York weeks, one after another. The clocks change by whole hours. The hour
 * that autumn repeats is twice in the list and belongs to the same hour of the week both times; the
 * hour that spring skips is missing.
 * @param sunday with which the first week begins.
 */
export function clockHours(sunday: string, weeks: number): ClockHour[] {
  return Array.from({ length: 7 * weeks }, (_, day) => {
    const start = startOfNewYorkDay(addDays(sunday, day));
    const length = (startOfNewYorkDay(addDays(sunday, day + 1)) - start) / hourLength;
    return Array.from({ length }, (_, place) => {
      const from = start + place * hourLength;
      const clock = length === 24 ? place : wallClock(from).hour();
      return { from, week: Math.floor(day / 7), hour: (day % 7) * 24 + clock };
    });
  }).flat();
}

/** How many seconds each hour of the week had in these weeks. */
export function secondsOfHours(sunday: string, weeks: number): number[] {
  const seconds = Array.from({ length: hoursAWeek }, () => 0);
  for (const { hour } of clockHours(sunday, weeks)) {
    seconds[hour] = (seconds[hour] ?? 0) + hourLength / 1000;
  }
  return seconds;
}
