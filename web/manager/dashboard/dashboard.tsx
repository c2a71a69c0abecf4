import { useQuery } from "@tanstack/react-query";
import { approvalEndpoints } from "#shared/approvals.ts";
import { psychicEndpoints } from "#shared/psychics.ts";
import type { DateRange } from "#shared/rules/date-range.ts";
import { payPeriod, periodBefore } from "#shared/rules/pay-period.ts";
import { statisticsEndpoints } from "#shared/statistics.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { pollEvery } from "#web/api/poll.ts";
import { query } from "#web/api/query.ts";
import { useSession } from "#web/api/use-session.ts";
import { writtenDays } from "#web/lib/dates.ts";
import { writtenCount, writtenMoney } from "#web/lib/figures.ts";
import { useMobile } from "#web/lib/use-media.ts";
import { useNewYorkToday } from "#web/lib/use-new-york-today.ts";
import { AsOf } from "#web/ui/as-of.tsx";
import { EmptyPanel } from "#web/ui/empty-panel.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { rangeQuery } from "#web/ui/table/list-view.ts";
import { Tile } from "#web/ui/tile.tsx";
import { LastPeriod } from "../last-period.tsx";
import { ManagerHeading } from "../manager-heading.tsx";
import { PeriodChart } from "../period-chart.tsx";
import { chartedRange, revenueOf, topOf } from "../period-figures.ts";
import { topPsychicColumns } from "./top-psychic-columns.tsx";
import "./dashboard.scss";
import "#web/ui/tile.scss";

const topCount = 5;

const topQuery = (range: DateRange) =>
  query(statisticsEndpoints.listStatistics, {
    query: {
      ...rangeQuery(range),
      sort: "total_revenue",
      order: "desc",
      limit: String(topCount),
    },
  });

/** Loads all data of the dashboard, which shows nothing before everything has loaded. */
function useDashboard(period: DateRange, today: string) {
  const last = periodBefore(period);
  const summary = useQuery(
    query(statisticsEndpoints.getStatisticsSummary, { query: rangeQuery(period) }),
  );
  const top = useQuery(topQuery(period));
  // In the first hours of a period its statistics contain few psychics or none (H2).
  const topOfLast = useQuery(topQuery(last));
  const approvals = useQuery(query(approvalEndpoints.listApprovals, { query: { limit: "1" } }));
  const busy = useQuery({
    ...query(psychicEndpoints.countBusy),
    refetchInterval: pollEvery(30_000),
    meta: { polled: true },
  });
  const daily = useQuery(
    query(statisticsEndpoints.listDailyStatistics, { query: rangeQuery(chartedRange(today)) }),
  );
  const all = [summary, top, topOfLast, approvals, busy, daily];
  const loaded = all.every((each) => each.data !== undefined);
  return {
    data:
      summary.data && top.data && topOfLast.data && approvals.data && busy.data && daily.data
        ? {
            revenue: summary.data.total_revenue,
            lastRevenue: revenueOf(last, daily.data.days),
            asOf: summary.data.as_of,
            top: topOf(top.data.statistics, topOfLast.data.statistics, {
              count: topCount,
              isFirstDay: today === period.start,
            }),
            approvals: approvals.data.total,
            busy: busy.data.busy,
            days: daily.data.days,
          }
        : undefined,
    /** Set only while data is missing; loaded data stays on screen. */
    failure: loaded ? null : all.find((each) => each.isError)?.error,
    retry: () => {
      for (const each of all) if (each.isError) each.refetch();
    },
  };
}

export function Dashboard() {
  const session = useSession();
  const mobile = useMobile();
  const today = useNewYorkToday();
  const period = payPeriod(session?.pay_day ?? 1, today);
  const { data, failure, retry } = useDashboard(period, today);
  const last = periodBefore(period);
  const topTitle = `Top 5 Psychics by Revenue for the ${data?.top.isOfLast ? "Last" : "Current"} Period`;

  return (
    <>
      <ManagerHeading title={`Welcome, ${session?.username ?? ""}`} name="Dashboard" />
      {failure ? (
        <FailurePanel
          title="The dashboard could not be loaded"
          text={sentenceOf(failure)}
          onRetry={retry}
        />
      ) : (
        <>
          <div className="tiles">
            <Tile
              label="Revenue"
              icon="revenue"
              to={`/statistics?start_date=${period.start}&end_date=${period.end}`}
              figure={data && writtenMoney(data.revenue)}
              note={<LastPeriod period={period} revenue={data?.lastRevenue} />}
            />
            <Tile
              label="Approvals Waiting"
              icon="approvals"
              to="/approvals"
              figure={data && writtenCount(data.approvals)}
              note="Accounts, profiles, listings and pictures"
            />
            <Tile
              label="On a Call or Chat"
              icon="calls"
              to="/statistics"
              figure={data && writtenCount(data.busy)}
              note="Psychics busy now"
            />
          </div>
          <PeriodChart range={period} before={last} today={today} known={data?.days} />
          <div>
            <div className="section-head">
              <h2 className="section-title">{topTitle}</h2>
              <AsOf time={data?.asOf} />
            </div>
            <DataTable
              label={topTitle}
              groups={topPsychicColumns(mobile)}
              rows={data?.top.rows.map((row, place) => ({ ...row, rank: place + 1 }))}
              rowKey={(row) => row.agent_user_id}
              view={topTitle}
              expectedRows={topCount}
              instead={
                data?.top.rows.length === 0 && (
                  <EmptyPanel
                    title="No calls or chats in this period yet"
                    text="The psychics with the most revenue appear here after the next update."
                  />
                )
              }
            />
            {data?.top.isOfLast && (
              <p className="table-note">
                The current period has only just begun: these are the figures of {writtenDays(last)}
                .
              </p>
            )}
          </div>
        </>
      )}
    </>
  );
}
