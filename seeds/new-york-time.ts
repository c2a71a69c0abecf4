import dayjs from "dayjs";
import {
  addDays,
  daysBetween,
  minutesAhead,
  newYork,
  wallClock,
  weekday,
} from "#shared/rules/new-york.ts";

const hour = 3_600;

/** Seconds that New York is behind UTC at an instant. */
const secondsBehind = (instant: number) => -60 * minutesAhead(instant, newYork);

/** A New York day that converts many wall-clock times to instants quickly. */
export interface NewYorkDay {
  day: string;
  /** 1 Sunday to 7 Saturday. */
  weekday: number;
  /** Converts a wall-clock time, given in seconds since midnight, to epoch milliseconds. */
  at(secondsOfDay: number): number;
}

export function newYorkDayOf(day: string): NewYorkDay {
  const utcMidnight = Date.parse(`${day}T00:00:00Z`);
  // The clocks change at 2 AM: 5 AM UTC is before that on every day, 5 PM UTC after it.
  const before = secondsBehind(utcMidnight + 5 * hour * 1000);
  const after = secondsBehind(utcMidnight + 17 * hour * 1000);
  return {
    day,
    weekday: weekday(day),
    at(secondsOfDay) {
      // In autumn the hour from 1 to 2 AM comes twice; odd seconds mean the second one.
      const isRepeated = after > before && secondsOfDay >= hour && secondsOfDay % 2 === 1;
      const behind = secondsOfDay >= 2 * hour || isRepeated ? after : before;
      return utcMidnight + (secondsOfDay + behind) * 1000;
    },
  };
}

/** The days from the first to the last, both included. */
export function newYorkDays(from: string, to: string): NewYorkDay[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) =>
    newYorkDayOf(addDays(from, index)),
  );
}

/** Minutes since midnight in New York. */
export function minutesOfDay(instant: number): number {
  const wall = wallClock(instant);
  return wall.hour() * 60 + wall.minute();
}

/** The same day of the month some months earlier, or that month's last day. */
export function monthsBefore(day: string, months: number): string {
  return dayjs.utc(day).subtract(months, "month").format("YYYY-MM-DD");
}
