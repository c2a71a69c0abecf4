import type { ReactNode } from "react";
import type { StatisticsPeriod } from "#shared/statistics.ts";
import { writtenDay } from "../lib/dates.ts";
import { writtenMoney } from "../lib/figures.ts";
import { Spinner } from "../ui/spinner.tsx";
import "./period-card.scss";
import "../ui/tile.scss";

/** The five ranges, in the order the server answers them. */
export const periodNames = ["Today", "Past Week", "2 Weeks", "Month", "2 Months"] as const;

interface PeriodCardProps {
  name: string;
  /** Undefined while it loads. */
  period: StatisticsPeriod | undefined;
  /** The figures below the revenue. */
  children: (period: StatisticsPeriod) => ReactNode;
}

function daysOf({ period_from, period_to }: StatisticsPeriod): string {
  const from = writtenDay(period_from);
  return period_from === period_to ? from : `${from} – ${writtenDay(period_to)}`;
}

export function PeriodCard({ name, period, children }: PeriodCardProps) {
  return (
    <article className="period-card" aria-label={name}>
      <h3>{name}</h3>
      <p className="tile-note">{period ? daysOf(period) : "\u00a0"}</p>
      <p className="tile-figure">
        {period ? writtenMoney(period.total_revenue) : <Spinner label={`Loading: ${name}`} />}
      </p>
      <p className="tile-note">Revenue from customers, not your pay</p>
      {period && children(period)}
    </article>
  );
}
