import { addDays, daysBetween, newYorkDay } from "./new-york.ts";

/** Both days are New York days, inclusive. */
export interface DateRange {
  start: string;
  end: string;
}

/**
 * Ten years: the longest range of statistics by day, in days. A chart has a row for every day, and a
 * psychic's figures are compared with the preceding range of equal length, which must not begin
 * before PostgreSQL's year 1.
 */
export const longestStatistics = 3660;

export const lengthOf = ({ start, end }: DateRange) => daysBetween(start, end) + 1;

const dayOf = (text: string) => (text.includes("-") ? text : newYorkDay(Number(text)));

/**
 * The range of a query with dates as `YYYY-MM-DD` or epoch milliseconds. A missing start is 6 days
 * before the end, a missing end is today. If both are missing: `whenMissing`, or the last 7 days.
 */
export function resolveRange(
  query: { start_date?: string | undefined; end_date?: string | undefined },
  today: string,
  whenMissing?: DateRange,
): DateRange {
  if (query.start_date === undefined && query.end_date === undefined) {
    return whenMissing ?? lastDays(7, today);
  }
  const end = query.end_date === undefined ? today : dayOf(query.end_date);
  const start = query.start_date === undefined ? addDays(end, -6) : dayOf(query.start_date);
  return { start, end };
}

/** The last `count` days, today included. */
export function lastDays(count: number, today: string): DateRange {
  return { start: addDays(today, 1 - count), end: today };
}

/**
 * The first and the last whole month of a range of `YYYY-MM-DD` days, each as its first day;
 * undefined if the range has no whole month.
 */
export function wholeMonths({
  start,
  end,
}: DateRange): { first: string; last: string } | undefined {
  const first = monthNumber(start) + (start.endsWith("-01") ? 0 : 1);
  const last = monthNumber(end) - (addDays(end, 1).endsWith("-01") ? 0 : 1);
  return first > last ? undefined : { first: firstDay(first), last: firstDay(last) };
}

/** Months since the year 0. */
const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

function firstDay(month: number): string {
  const year = String(Math.floor(month / 12)).padStart(4, "0");
  return `${year}-${String((month % 12) + 1).padStart(2, "0")}-01`;
}
