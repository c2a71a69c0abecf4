import type { DateRange } from "#shared/rules/date-range.ts";
import { writtenDays } from "../lib/dates.ts";
import { writtenMoney } from "../lib/figures.ts";
import "./last-period.scss";

interface LastPeriodProps {
  /** The current period. */
  period: DateRange;
  /** The revenue of the period before; undefined while it loads. */
  revenue: number | undefined;
}

/** Below the current revenue: the days of the period, and the revenue of the last one (H2). */
export function LastPeriod({ period, revenue }: LastPeriodProps) {
  return (
    <>
      Current period, <span className="tile-range">{writtenDays(period)}</span>
      <span className="tile-last">
        Last period {revenue === undefined ? "" : <strong>{writtenMoney(revenue)}</strong>}
      </span>
    </>
  );
}
