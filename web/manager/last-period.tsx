import type { DateRange } from "#shared/rules/date-range.ts";
import { writtenDays } from "../lib/dates.ts";
import { writtenMoney } from "../lib/figures.ts";
import "./last-period.scss";

interface LastPeriodProps {
  /** The current period. */
  period: DateRange;
  /** Dollars of the period before; undefined while they load. */
  revenue: number | undefined;
}

/** Below the current period's revenue: its days, and what the last period brought (H2). */
export function LastPeriod({ period, revenue }: LastPeriodProps) {
  return (
    <>
      Current period, {writtenDays(period)}
      <span className="tile-last">
        Last period {revenue === undefined ? "" : <strong>{writtenMoney(revenue)}</strong>}
      </span>
    </>
  );
}
