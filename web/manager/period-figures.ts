import { type DateRange, lastDays } from "#shared/rules/date-range.ts";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";

export interface DayFigures {
  day: string;
  calls: number;
  revenue: number;
}

/** Two weeks, which always include the current pay period and the one before. */
const chartedDays = 14;

export const chartedRange = (today: string): DateRange => lastDays(chartedDays, today);

/**
 * The first New York day whose figures may still grow: today, or yesterday until the first refresh
 * of today, because the last refresh of a day comes before its end.
 */
export function openFrom(asOf: string | null | undefined, today: string): string {
  const updated = asOf ? newYorkDay(Date.parse(asOf)) : today;
  return updated < today ? updated : today;
}

/** Every day of a range, including those without readings. */
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
 * The psychics with the most revenue in the current period; those of the last period if nobody has
 * revenue yet, or if too few have on the first day (H2). On later days a short list is right: the
 * team is small.
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
