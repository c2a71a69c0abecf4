import type { DateRange } from "./date-range.ts";
import { addDays, weekday } from "./new-york.ts";

/**
 * The pay period that contains `today` (D12): seven days, by the three branches of S19. `payDay` is
 * a weekday, 1 Sunday to 7 Saturday. The branches look at the day before the pay day in the current
 * Sunday-to-Saturday week.
 */
export function payPeriod(payDay: number, today: string): DateRange {
  const dayBefore = addDays(today, payDay - weekday(today) - 1);
  if (dayBefore === today) return { start: today, end: addDays(today, 6) };
  if (dayBefore < today) return { start: addDays(dayBefore, 1), end: addDays(dayBefore, 7) };
  return { start: addDays(dayBefore, -6), end: dayBefore };
}

/** The pay period before a given one. */
export function periodBefore({ start }: DateRange): DateRange {
  return { start: addDays(start, -7), end: addDays(start, -1) };
}

/** Whether a range is a pay period for this pay day, in any week. */
export function isPayPeriod(payDay: number, { start, end }: DateRange): boolean {
  return Array.from({ length: 7 }, (_, day) => payPeriod(payDay, addDays(start, day))).some(
    (period) => period.start === start && period.end === end,
  );
}
