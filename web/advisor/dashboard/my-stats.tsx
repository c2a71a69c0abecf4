import { useQuery } from "@tanstack/react-query";
import { type StatisticsPeriod, statisticsEndpoints } from "#shared/statistics.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { query } from "#web/api/query.ts";
import { writtenAverage, writtenCount } from "#web/lib/figures.ts";
import { AsOf } from "#web/ui/as-of.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { KnownLink } from "#web/ui/known-paths.tsx";
import { PeriodCard, periodNames } from "../period-card.tsx";
import { PayPeriodCard } from "./pay-period-card.tsx";
import "./dashboard.scss";
import "../period-card.scss";

function Figures({ period }: { period: StatisticsPeriod }) {
  const figures = [
    { label: "Calls and chats", figure: writtenCount(period.all_calls) },
    { label: "Minutes", figure: writtenCount(period.tot_mins) },
    { label: "Avg. minutes", figure: writtenAverage(period.alc) },
    { label: "Missed", figure: writtenCount(period.total_missed) },
  ];
  return (
    <dl className="figure-list">
      {figures.map(({ label, figure }) => (
        <div key={label} className="is-figure">
          <dt>{label}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A few figures of today, the past week and the pay period. Statistics shows the rest. */
export function MyStats({ psychicId }: { psychicId: number }) {
  const { data, error, refetch } = useQuery(
    query(statisticsEndpoints.getPsychicStatistics, { params: { id: String(psychicId) } }),
  );
  return (
    <section className="my-stats" aria-labelledby="my-stats">
      <div className="section-head">
        <h2 id="my-stats" className="section-title">
          My Stats
        </h2>
        <AsOf time={data?.as_of} />
      </div>
      {error && !data ? (
        <FailurePanel
          title="Your statistics could not be loaded"
          text={sentenceOf(error)}
          onRetry={refetch}
        />
      ) : (
        <div className="period-cards">
          {periodNames.slice(0, 2).map((name, place) => (
            <PeriodCard key={name} name={name} period={data?.statistics[place]}>
              {(period) => <Figures period={period} />}
            </PeriodCard>
          ))}
          <PayPeriodCard psychicId={psychicId}>
            {(period) => <Figures period={period} />}
          </PayPeriodCard>
        </div>
      )}
      <KnownLink to="/psychic/statistics" className="button">
        All Statistics
      </KnownLink>
    </section>
  );
}
