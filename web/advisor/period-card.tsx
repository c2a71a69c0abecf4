import type { StatisticsPeriod } from "../../shared/statistics.ts";
import { writtenDay } from "../lib/dates.ts";
import { writtenAverage, writtenCount, writtenMoney, writtenPercent } from "../lib/figures.ts";
import { Spinner } from "../ui/spinner.tsx";

/** The five ranges, in the order the server answers them. */
export const periodNames = ["Today", "Past Week", "2 Weeks", "Month", "2 Months"] as const;

interface PeriodCardProps {
  name: string;
  period: StatisticsPeriod | undefined;
}

function figuresOf(period: StatisticsPeriod) {
  return [
    { label: "Calls and chats", figure: writtenCount(period.all_calls) },
    { label: "Minutes", figure: writtenCount(period.tot_mins) },
    { label: "Average minutes", figure: writtenAverage(period.alc) },
    { label: "Rev. per call", figure: writtenMoney(period.rev_per_call) },
    { label: "Repeat", figure: `${writtenPercent(period.rep_call_pct)}%` },
    { label: "Missed", figure: writtenCount(period.total_missed) },
  ];
}

function daysOf({ period_from, period_to }: StatisticsPeriod): string {
  const from = writtenDay(period_from);
  return period_from === period_to ? from : `${from} – ${writtenDay(period_to)}`;
}

export function PeriodCard({ name, period }: PeriodCardProps) {
  return (
    <article className="period-card" aria-label={name}>
      <h3>{name}</h3>
      <p className="tile-note">{period ? daysOf(period) : "\u00a0"}</p>
      <p className="tile-figure">
        {period ? writtenMoney(period.total_revenue) : <Spinner label={`Loading: ${name}`} />}
      </p>
      {period && (
        <dl className="figure-list">
          {figuresOf(period).map(({ label, figure }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  );
}
