import { useQuery } from "@tanstack/react-query";
import type { DateRange } from "#shared/rules/date-range.ts";
import { payPeriod, periodBefore } from "#shared/rules/pay-period.ts";
import { statisticsEndpoints } from "#shared/statistics.ts";
import { query } from "#web/api/query.ts";
import { useSession } from "#web/api/use-session.ts";
import { writtenMoney } from "#web/lib/figures.ts";
import { rangeQuery } from "#web/lib/range-query.ts";
import { useNewYorkToday } from "#web/lib/use-new-york-today.ts";
import { StatsPeriod } from "./stats-period.tsx";
import "./my-stats.scss";
import "#web/ui/tile.scss";

/** The current pay period, and the last one below it, because a new period has no figures yet (H2). */
export function PayPeriod({ psychicId }: { psychicId: number }) {
  const session = useSession();
  const period = payPeriod(session?.pay_day ?? 1, useNewYorkToday());
  const ofDays = (range: DateRange) =>
    query(statisticsEndpoints.getPsychicStatistics, {
      params: { id: String(psychicId) },
      query: rangeQuery(range),
    });
  const current = useQuery(ofDays(period));
  const last = useQuery(ofDays(periodBefore(period)));
  const lastFigures = last.data?.statistics[0];
  // If the other periods fail too, `MyStats` shows the failure instead of all periods.
  if (current.isError && !current.data) return null;
  return (
    <StatsPeriod name="Pay Period" period={current.data?.statistics[0]}>
      <p className="tile-note">
        Last pay period: customers paid{" "}
        {/* Invisible while it loads, so that nothing moves when it arrives. */}
        <strong className={lastFigures ? undefined : "is-held"} aria-hidden={!lastFigures}>
          {lastFigures ? writtenMoney(lastFigures.total_revenue) : "$00,000.00"}
        </strong>
      </p>
    </StatsPeriod>
  );
}
