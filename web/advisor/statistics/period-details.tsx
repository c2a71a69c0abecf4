import type { StatisticsPeriod } from "#shared/statistics.ts";
import { writtenCount } from "#web/lib/figures.ts";
import { figureGroups } from "./period-figures.ts";
import "./statistics.scss";
import "#web/ui/tile.scss";

interface PeriodDetailsProps {
  period: StatisticsPeriod;
  /** On a phone the figures are collapsed, and each has its explanation beside it. */
  mobile: boolean;
}

function Groups({ period, explained }: { period: StatisticsPeriod; explained: boolean }) {
  return figureGroups.map(({ title, figures }) => (
    <div key={title} className="figure-group">
      <h4>{title}</h4>
      <dl className="figure-list">
        {figures.map(({ key, label, meaning, written }) => (
          <div key={key} className="is-figure">
            <dt>
              {label}
              {explained && <small>{meaning}</small>}
            </dt>
            <dd>{written(period)}</dd>
          </div>
        ))}
      </dl>
    </div>
  ));
}

/** Every figure of one period. */
export function PeriodDetails({ period, mobile }: PeriodDetailsProps) {
  if (!mobile) return <Groups period={period} explained={false} />;
  return (
    <>
      <p className="tile-note">
        {writtenCount(period.all_calls)} calls and chats, {writtenCount(period.tot_mins)} minutes
      </p>
      <details className="period-details">
        <summary>All figures</summary>
        <Groups period={period} explained />
      </details>
    </>
  );
}
