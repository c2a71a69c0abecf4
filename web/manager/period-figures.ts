import { type DateRange, lastDays } from "#shared/rules/date-range.ts";
import { addDays } from "#shared/rules/new-york.ts";

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
 * The psychics with the most revenue: of the present period, or, while nobody has any yet and on its
 * first day while few have, of the last one (H2). Later few are few: a small team's own figures.
 */
export function topOf<T>(
  current: readonly T[],
  last: readonly T[],
  { count, isFirstDay }: { count: number; isFirstDay: boolean },
): { rows: readonly T[]; isOfLast: boolean } {
  const isTooFew = current.length === 0 || (isFirstDay && current.length < count);
  const isOfLast = isTooFew && last.length > current.length;
  return { rows: isOfLast ? last : current, isOfLast };
}
