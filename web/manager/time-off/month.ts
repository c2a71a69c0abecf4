import dayjs from "dayjs";
import { addDays, daysBetween, weekday } from "#shared/rules/new-york.ts";

/** The months that the server has, `YYYY-MM`. */
export const [earliestMonth, latestMonth] = ["2000-01", "2099-12"] as const;

export const isMonth = (text: string) => /^20\d\d-(0[1-9]|1[0-2])$/.test(text);

export const monthOf = (day: string) => day.slice(0, 7);

const firstOf = (month: string) => `${month}-01`;

export const addMonths = (month: string, count: number) =>
  dayjs.utc(firstOf(month)).add(count, "month").format("YYYY-MM");

/** The days of a month. */
export function daysOf(month: string): readonly string[] {
  const first = firstOf(month);
  const length = daysBetween(first, firstOf(addMonths(month, 1)));
  return Array.from({ length }, (_, place) => addDays(first, place));
}

/** `December 2026`. */
export const writtenMonth = (month: string) => dayjs.utc(firstOf(month)).format("MMMM YYYY");

/** `Thursday 12/10/2026`. */
export const longDay = (day: string) => dayjs.utc(day).format("dddd MM/DD/YYYY");

/** `Thu 12/10/2026`. */
export const shortDay = (day: string) => dayjs.utc(day).format("ddd MM/DD/YYYY");

/** `Th`. */
export const weekdayLetters = (day: string) => dayjs.utc(day).format("dd");

export const isWeekend = (day: string) => weekday(day) === 1 || weekday(day) === 7;
