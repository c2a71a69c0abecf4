import type { ReactNode } from "react";
import type { StatisticsPeriod } from "#shared/statistics.ts";
import { writtenDay } from "#web/lib/dates.ts";
import { writtenCount, writtenMoney } from "#web/lib/figures.ts";
import "./my-stats.scss";
import "#web/ui/tile.scss";

interface StatsPeriodProps {
  name: string;
  /** Undefined while it loads. */
  period: StatisticsPeriod | undefined;
  /** Below the figures. */
  children?: ReactNode;
}

function daysOf({ period_from, period_to }: StatisticsPeriod): string {
  const from = writtenDay(period_from);
  return period_from === period_to ? from : `${from} – ${writtenDay(period_to)}`;
}

/** Invisible while the days load, so that nothing moves when they arrive. */
const heldDays = (name: string) => (name === "Today" ? "00/00/0000" : "00/00/0000 – 00/00/0000");

/** The revenue and the counts of one period. While it loads, empty lines keep their place. */
export function StatsPeriod({ name, period, children }: StatsPeriodProps) {
  const figures = [
    ["Calls and chats", period?.all_calls],
    ["Minutes", period?.tot_mins],
    ["Missed", period?.total_missed],
  ] as const;
  return (
    <article className="stats-period" aria-label={name} aria-busy={!period}>
      <div className="stats-name">
        <h3>{name}</h3>
        <p className={period ? "tile-note" : "tile-note is-held"} aria-hidden={!period}>
          {period ? daysOf(period) : heldDays(name)}
        </p>
      </div>
      <p className="stats-revenue">
        <small>Customers paid</small>
        <span>{period && writtenMoney(period.total_revenue)}</span>
      </p>
      <dl className="totals">
        {figures.map(([label, figure]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{figure === undefined ? "–" : writtenCount(figure)}</dd>
          </div>
        ))}
      </dl>
      {children}
    </article>
  );
}
