import { type DateRange, lastDays } from "../../shared/rules/date-range.ts";
import { addDays } from "../../shared/rules/new-york.ts";

export interface DayFigures {
  day: string;
  calls: number;
  revenue: number;
}

/** Two weeks: the present pay period and the one before are always among them. */
const chartedDays = 14;

export const chartedRange = (today: string): DateRange => lastDays(chartedDays, today);

/** Every day of a range, also those on which nothing happened. */
export function everyDay({ start, end }: DateRange, known: readonly DayFigures[]): DayFigures[] {
  const figures = new Map(known.map((one) => [one.day, one]));
  const days: DayFigures[] = [];
  for (let day = start; day <= end; day = addDays(day, 1)) {
    days.push(figures.get(day) ?? { day, calls: 0, revenue: 0 });
  }
  return days;
}

/** Dollars of the days of a range. */
export function revenueOf({ start, end }: DateRange, days: readonly DayFigures[]): number {
  const cents = days
    .filter(({ day }) => day >= start && day <= end)
    .reduce((sum, { revenue }) => sum + Math.round(revenue * 100), 0);
  return cents / 100;
}

/**
 * The psychics with the most revenue: of the present period, or, while that has too few of them, of
 * the last one (H2).
 */
export function topOf<T>(
  current: readonly T[],
  last: readonly T[],
  count: number,
): { rows: readonly T[]; isOfLast: boolean } {
  const isOfLast = current.length < count && last.length > current.length;
  return { rows: isOfLast ? last : current, isOfLast };
}
