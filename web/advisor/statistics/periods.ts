import type { StatisticsPeriod } from "#shared/statistics.ts";
import { writtenDay } from "#web/lib/dates.ts";

/** The five ranges, in the order of the server's answer; `key` names one in the address. */
export const periods = [
  { key: "today", name: "Today" },
  { key: "week", name: "Past Week" },
  { key: "2weeks", name: "2 Weeks" },
  { key: "month", name: "Month" },
  { key: "2months", name: "2 Months" },
] as const;

/** The first and the last day of a period; one day if they are the same. Empty while it loads. */
export function endsOf(period: StatisticsPeriod | undefined): string[] {
  return period ? [...new Set([writtenDay(period.period_from), writtenDay(period.period_to)])] : [];
}
