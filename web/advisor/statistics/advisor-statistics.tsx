import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { statisticsEndpoints } from "#shared/statistics.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { query } from "#web/api/query.ts";
import { StatisticsNotes } from "#web/features/statistics-notes.tsx";
import { useMedia } from "#web/lib/use-media.ts";
import { AsOf } from "#web/ui/as-of.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { AdvisorFrame } from "../advisor-frame.tsx";
import { OnePeriod } from "./one-period.tsx";
import { PeriodTable } from "./period-table.tsx";

function Periods({ psychicId, narrow }: { psychicId: number; narrow: boolean }) {
  const wide = useMedia("(min-width: 75em)");
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
        <h2 id="my-periods" className="section-title">
          My Periods
        </h2>
        {!narrow && <Link to="/psychic/hours">Hours That Pay</Link>}
        <AsOf time={data?.as_of} />
      </div>
      {narrow ? (
        <OnePeriod statistics={data?.statistics} />
      ) : (
        <PeriodTable statistics={data?.statistics} wide={wide} />
      )}
    </>
  );
}

/** The psychic's figures for five ranges that end today. On a narrow screen they come first. */
export function AdvisorStatistics() {
  // In em, so that large text gets the narrower forms too.
  const narrow = useMedia("(max-width: 62.5em)");
  return (
    <AdvisorFrame title="Statistics">
      {({ user_id }) => (
        <>
          {!narrow && <StatisticsNotes isOwn />}
          {narrow && (
            <p className="controls">
              <Link className="button" to="/psychic/hours">
                Hours That Pay
              </Link>
            </p>
          )}
          <Periods psychicId={user_id} narrow={narrow} />
          {narrow && <StatisticsNotes isOwn isBelow />}
        </>
      )}
    </AdvisorFrame>
  );
}
