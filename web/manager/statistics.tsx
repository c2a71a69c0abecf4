import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lastDays } from "../../shared/rules/date-range.ts";
import { payPeriod } from "../../shared/rules/pay-period.ts";
import { statisticsEndpoints } from "../../shared/statistics.ts";
import { call } from "../api/call.ts";
import { query } from "../api/query.ts";
import { useSession } from "../api/use-session.ts";
import { useNewYorkToday } from "../lib/use-new-york-today.ts";
import { AsOf } from "../ui/as-of.tsx";
import { Button } from "../ui/button.tsx";
import { DateRangeForm } from "../ui/date-range-form.tsx";
import { ExportButton } from "../ui/table/export-button.tsx";
import { ListTable } from "../ui/table/list-table.tsx";
import { pageQuery, rangeQuery } from "../ui/table/list-view.ts";
import { useListView, useRange } from "../ui/table/use-list-view.ts";
import { ManagerHeading } from "./manager-heading.tsx";
import { statisticsColumns } from "./statistics-columns.ts";
import { StatisticsNotes } from "./statistics-notes.tsx";
import { StatisticsTotals } from "./statistics-totals.tsx";
import { movedPeriod, statisticsDefaults } from "./statistics-view.ts";

/** What fits a phone. */
const compact = ["user_name", "total_calls", "tot_mins", "total_revenue"];

export function Statistics() {
  const session = useSession();
  const today = useNewYorkToday();
  const [range, setRange] = useRange(lastDays(7, today));
  const { view, change } = useListView(statisticsDefaults);
  const asked = { ...rangeQuery(range), ...pageQuery(view) };
  const { data, isFetching, ...result } = useQuery({
    ...query(statisticsEndpoints.listStatistics, { query: asked }),
    placeholderData: keepPreviousData,
  });

  return (
    <>
      <ManagerHeading title="Statistics" />
      <StatisticsNotes />
      <div className="controls">
        <DateRangeForm
          range={range}
          today={today}
          busy={result.isPlaceholderData && isFetching}
          onRange={setRange}
        />
        <fieldset className="button-row">
          <legend className="is-sr-only">Period</legend>
          <Button icon="previous" onClick={() => setRange(movedPeriod(range, -1))}>
            Prev Period
          </Button>
          <Button onClick={() => setRange(payPeriod(session?.pay_day ?? 1, today))}>
            Current Period
          </Button>
          <Button iconAfter="next" onClick={() => setRange(movedPeriod(range, 1))}>
            Next Period
          </Button>
        </fieldset>
        <ExportButton
          name={`statistics ${range.start} to ${range.end} ET`}
          groups={statisticsColumns}
          fetchPage={async (limit, offset) => {
            const page = await call(statisticsEndpoints.listStatistics, {
              query: { ...asked, limit: String(limit), offset: String(offset) },
            });
            return { rows: page.statistics, total: page.total };
          }}
        />
      </div>
      <div className="section-head">
        <StatisticsTotals range={range} />
        <AsOf time={data?.as_of} />
      </div>
      <ListTable
        label="Statistics of all psychics"
        what="statistics"
        noun="psychics"
        groups={statisticsColumns}
        compact={compact}
        rowKey={(row) => row.agent_user_id}
        list={{ rows: data?.statistics, total: data?.total, ...result }}
        view={view}
        change={change}
        about={`${range.start} ${range.end}`}
        empty={{
          title: "No statistics for these dates",
          text: "Choose other dates above, or come back after the next update.",
        }}
      />
    </>
  );
}
