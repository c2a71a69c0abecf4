import { useQuery } from "@tanstack/react-query";
import { statisticsEndpoints } from "#shared/statistics.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { query } from "#web/api/query.ts";
import { StatisticsNotes } from "#web/features/statistics-notes.tsx";
import { useMobile } from "#web/lib/use-media.ts";
import { AsOf } from "#web/ui/as-of.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { AdvisorFrame } from "../advisor-frame.tsx";
import { PeriodCard, periodNames } from "../period-card.tsx";
import { FigureMeanings } from "./figure-meanings.tsx";
import { PeriodDetails } from "./period-details.tsx";
import { RevenueADay } from "./revenue-a-day.tsx";
import "../period-card.scss";

function Periods({ psychicId }: { psychicId: number }) {
  const mobile = useMobile();
  const { data, error, refetch } = useQuery(
    query(statisticsEndpoints.getPsychicStatistics, { params: { id: String(psychicId) } }),
  );
  if (error && !data) {
    return (
      <FailurePanel
        title="Your statistics could not be loaded"
        text={sentenceOf(error)}
        onRetry={refetch}
      />
    );
  }
  return (
    <>
      <div className="section-head">
        <h2 className="section-title">My Periods</h2>
        <AsOf time={data?.as_of} />
      </div>
      <div className="period-cards is-detailed">
        {periodNames.map((name, place) => (
          <PeriodCard key={name} name={name} period={data?.statistics[place]}>
            {(period) => <PeriodDetails period={period} mobile={mobile} />}
          </PeriodCard>
        ))}
      </div>
      {data && <RevenueADay periods={data.statistics} />}
      {!mobile && <FigureMeanings />}
    </>
  );
}

/** The psychic's figures for five ranges that end today. */
export function AdvisorStatistics() {
  return (
    <AdvisorFrame title="Statistics">
      {({ user_id }) => (
        <>
          <StatisticsNotes />
          <Periods psychicId={user_id} />
        </>
      )}
    </AdvisorFrame>
  );
}
