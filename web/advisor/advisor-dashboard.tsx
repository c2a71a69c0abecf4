import { useQuery } from "@tanstack/react-query";
import { brandOf } from "../../shared/reference/brands.ts";
import { statisticsEndpoints } from "../../shared/statistics.ts";
import { sentenceOf } from "../api/error-sentences.ts";
import { query } from "../api/query.ts";
import { useSession } from "../api/use-session.ts";
import { AsOf } from "../ui/as-of.tsx";
import { FailurePanel } from "../ui/failure-panel.tsx";
import { ScreenHeading } from "../ui/screen-heading.tsx";
import { AvailabilityTile } from "./availability-tile.tsx";
import { PeriodCard, periodNames } from "./period-card.tsx";

export function AdvisorDashboard() {
  const session = useSession();
  const id = String(session?.user_id ?? 0);
  const { data, error, refetch } = useQuery(
    query(statisticsEndpoints.getPsychicStatistics, { params: { id } }),
  );

  return (
    <>
      <ScreenHeading
        title={`Welcome, ${session?.first ?? ""}`}
        documentTitle="Dashboard"
        portal={`${brandOf(location.hostname).name} Advisor Portal`}
      />
      <AvailabilityTile psychicId={id} />
      <section aria-labelledby="my-stats">
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
            {periodNames.map((name, place) => (
              <PeriodCard key={name} name={name} period={data?.statistics[place]} />
            ))}
          </div>
        )}
      </section>
    </>
  );
}
