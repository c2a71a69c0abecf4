import { useQuery } from "@tanstack/react-query";
import { statisticsEndpoints } from "#shared/statistics.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { query } from "#web/api/query.ts";
import { AsOf } from "#web/ui/as-of.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { KnownLink } from "#web/ui/known-paths.tsx";
import { PayPeriod } from "./pay-period.tsx";
import { StatsPeriod } from "./stats-period.tsx";
import "./my-stats.scss";
import "#web/ui/tile.scss";

/** A few figures of today, the past week and the pay period. Statistics shows the rest. */
export function MyStats({ psychicId }: { psychicId: number }) {
  const { data, error, refetch } = useQuery(
    query(statisticsEndpoints.getPsychicStatistics, { params: { id: String(psychicId) } }),
  );
  return (
    <section className="panel my-stats" aria-labelledby="my-stats">
      <div className="tile-label">
        <h2 id="my-stats">My Stats</h2>
        <p className="tile-note">These sums are not your pay</p>
      </div>
      {error && !data ? (
        <FailurePanel
          title="Your statistics could not be loaded"
          text={sentenceOf(error)}
          onRetry={refetch}
        />
      ) : (
        <div className="stats-periods">
          {["Today", "Past Week"].map((name, place) => (
            <StatsPeriod key={name} name={name} period={data?.statistics[place]} />
          ))}
          <PayPeriod psychicId={psychicId} />
        </div>
      )}
      <div className="stats-foot">
        <KnownLink to="/psychic/statistics" className="button">
          All Statistics
        </KnownLink>
        <AsOf isShort time={data?.as_of} />
      </div>
    </section>
  );
}
