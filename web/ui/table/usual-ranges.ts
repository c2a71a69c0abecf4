import { type DateRange, lastDays } from "#shared/rules/date-range.ts";
import { payPeriod, periodBefore } from "#shared/rules/pay-period.ts";
import { writtenDay, writtenDays } from "#web/lib/dates.ts";

export interface NamedRange {
  name: string;
  range: DateRange;
}

/** The ranges that one click chooses. @param payDay a weekday, 1 Sunday to 7 Saturday. */
export function usualRanges(payDay: number, today: string): NamedRange[] {
  const period = payPeriod(payDay, today);
  return [
    { name: "Today", range: lastDays(1, today) },
    { name: "Current period", range: period },
    { name: "Last period", range: periodBefore(period) },
    ...[7, 30, 60].map((count) => ({ name: `Last ${count} days`, range: lastDays(count, today) })),
  ];
}

export const isSameRange = (one: DateRange, other: DateRange) =>
  one.start === other.start && one.end === other.end;

/** `11/16 – 11/22`, with the years unless both are this year. Writes a single day once. */
export function shortDays({ start, end }: DateRange, today: string): string {
  const isThisYear = [start, end].every((day) => day.slice(0, 4) === today.slice(0, 4));
  if (!isThisYear) return start === end ? writtenDay(start) : writtenDays({ start, end });
  const days = start === end ? [start] : [start, end];
  return days.map((day) => writtenDay(day).slice(0, 5)).join(" – ");
}
