import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { payPeriod } from "../../shared/rules/pay-period.ts";
import { type StatisticsRow, statisticsEndpoints } from "../../shared/statistics.ts";
import { sentenceOf } from "../api/error-sentences.ts";
import { query } from "../api/query.ts";
import { useSession } from "../api/use-session.ts";
import { useMobile } from "../lib/use-media.ts";
import { useNewYorkToday } from "../lib/use-new-york-today.ts";
import { AsOf } from "../ui/as-of.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { DateRangeForm } from "../ui/date-range-form.tsx";
import { EmptyPanel } from "../ui/empty-panel.tsx";
import { FailurePanel } from "../ui/failure-panel.tsx";
import type { ColumnGroup } from "../ui/table/column.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { Pager } from "../ui/table/pager.tsx";
import { ManagerHeading } from "./manager-heading.tsx";
import {
  agent,
  sortableColumns,
  statisticsColumns,
  totalCalls,
  totalMinutes,
  totalRevenue,
} from "./statistics-columns.ts";
import { StatisticsDetail } from "./statistics-detail.tsx";
import { StatisticsNotes } from "./statistics-notes.tsx";
import { StatisticsTotals } from "./statistics-totals.tsx";
import { movedPeriod, readView, type StatisticsView, writeView } from "./statistics-view.ts";

/** What fits a phone: the first column has the button that opens the rest of a row. */
function compactColumns(open: (row: StatisticsRow) => void): readonly ColumnGroup<StatisticsRow>[] {
  const cell = (row: StatisticsRow) => (
    <>
      <IconButton icon="eye" label={`Details of ${row.user_name}`} onClick={() => open(row)} />
      {row.user_name}
    </>
  );
  return [{ title: null, columns: [{ ...agent, cell }, totalCalls, totalMinutes, totalRevenue] }];
}

function useView(today: string) {
  const [search, setSearch] = useSearchParams();
  const view = readView(search, today, sortableColumns);
  /** Whatever changes the rows or their order begins at the first page. */
  const change = (part: Partial<StatisticsView>, replace = false) =>
    setSearch(writeView({ ...view, page: 1, ...part }, today), { replace });
  return { view, change };
}

function useStatistics({ range, sort, size, page }: StatisticsView) {
  return useQuery({
    ...query(statisticsEndpoints.listStatistics, {
      query: {
        start_date: range.start,
        end_date: range.end,
        sort: sort.column,
        order: sort.order,
        ...(size !== "all" && { limit: String(size), offset: String((page - 1) * size) }),
      },
    }),
    placeholderData: keepPreviousData,
  });
}

export function Statistics() {
  const session = useSession();
  const today = useNewYorkToday();
  const mobile = useMobile();
  const { view, change } = useView(today);
  const { range, sort, size, page } = view;
  const { data, error, isPlaceholderData, isFetching, refetch } = useStatistics(view);
  const [detail, setDetail] = useState<StatisticsRow>();
  const groups = useMemo(() => (mobile ? compactColumns(setDetail) : statisticsColumns), [mobile]);

  // A link to a page that is no longer there shows the last one.
  const pastEnd = data && !isPlaceholderData && data.statistics.length === 0 && data.total > 0;
  useEffect(() => {
    if (pastEnd && size !== "all") change({ page: Math.ceil(data.total / size) }, true);
  });

  const failed = error !== null && !data;
  const instead = failed ? (
    <FailurePanel
      title="The statistics could not be loaded"
      text={sentenceOf(error)}
      onRetry={refetch}
    />
  ) : (
    data?.total === 0 && (
      <EmptyPanel
        title="No statistics for these dates"
        text="Choose other dates above, or come back after the next update."
      />
    )
  );

  return (
    <>
      <ManagerHeading title="Statistics" />
      <StatisticsNotes />
      <div className="controls">
        <DateRangeForm
          range={range}
          today={today}
          busy={isPlaceholderData && isFetching}
          onRange={(chosen) => change({ range: chosen })}
        />
        <fieldset className="button-row">
          <legend className="is-sr-only">Period</legend>
          <Button icon="previous" onClick={() => change({ range: movedPeriod(range, -1) })}>
            Prev Period
          </Button>
          <Button onClick={() => change({ range: payPeriod(session?.pay_day ?? 1, today) })}>
            Current Period
          </Button>
          <Button iconAfter="next" onClick={() => change({ range: movedPeriod(range, 1) })}>
            Next Period
          </Button>
        </fieldset>
      </div>
      <div className="section-head">
        <StatisticsTotals range={range} />
        <AsOf time={data?.as_of} />
      </div>
      <DataTable
        label="Statistics of all psychics"
        groups={groups}
        rows={failed ? [] : data?.statistics}
        rowKey={(row) => row.agent_user_id}
        view={JSON.stringify(view)}
        sort={sort}
        onSort={(chosen) => change({ sort: chosen })}
        refreshing={isPlaceholderData}
        expectedRows={size === "all" ? 20 : Math.min(size, 20)}
        instead={instead}
      />
      <Pager
        page={page}
        size={size}
        total={data?.total}
        noun="psychics"
        onPage={(chosen) => change({ page: chosen })}
        onSize={(chosen) => change({ size: chosen })}
      />
      {detail && <StatisticsDetail row={detail} onClose={() => setDetail(undefined)} />}
    </>
  );
}
