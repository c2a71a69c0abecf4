import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { lastDays } from "#shared/rules/date-range.ts";
import { payPeriod } from "#shared/rules/pay-period.ts";
import { type StatisticsRow, statisticsEndpoints } from "#shared/statistics.ts";
import { call } from "#web/api/call.ts";
import { listQuery } from "#web/api/list-query.ts";
import { useSession } from "#web/api/use-session.ts";
import { useManagedBy } from "#web/features/managers/use-managed-by.ts";
import { WhoseSwitch } from "#web/features/managers/whose-switch.tsx";
import { StatisticsNotes } from "#web/features/statistics-notes.tsx";
import { writtenMoney } from "#web/lib/figures.ts";
import { useMobile } from "#web/lib/use-media.ts";
import { useNewYorkToday } from "#web/lib/use-new-york-today.ts";
import { AsOf } from "#web/ui/as-of.tsx";
import { Button } from "#web/ui/button.tsx";
import { Segment } from "#web/ui/segment.tsx";
import type { Cards } from "#web/ui/table/cards.tsx";
import { writtenCalls } from "#web/ui/table/counted.ts";
import { RangedList } from "#web/ui/table/ranged-list.tsx";
import { useRangedList } from "#web/ui/table/use-ranged-list.ts";
import { ManagerHeading } from "../manager-heading.tsx";
import { columnSets, columnsOfSet, readColumnSet, writeColumnSet } from "./column-sets.ts";
import { statisticsColumns } from "./statistics-columns.tsx";
import { movedPeriod, statisticsDefaults } from "./statistics-view.ts";
import { useStatisticsTotals } from "./use-statistics-totals.ts";
import "#web/ui/screen-heading.scss";
import "./statistics.scss";

const cards: Cards<StatisticsRow> = {
  figures: [
    { key: "total_revenue", written: (row) => writtenMoney(row.total_revenue) },
    { key: "total_calls", written: (row) => writtenCalls(row.total_calls) },
  ],
};
/** The columns on a tablet. */
const compact = ["user_name", "total_calls", "tot_mins", "total_revenue"];

export function Statistics() {
  const session = useSession();
  const today = useNewYorkToday();
  const control = useRangedList(statisticsDefaults, lastDays(7, today));
  const { range, setRange } = control;
  const { isMine, managedBy } = useManagedBy("psychics");
  const totals = useStatisticsTotals(range);
  const { data, ...result } = useQuery({
    ...listQuery(statisticsEndpoints.listStatistics, "statistics", {
      query: { ...control.rangedQuery, ...managedBy },
    }),
    placeholderData: keepPreviousData,
  });
  const [search, setSearch] = useSearchParams();
  const set = readColumnSet(search);
  // A phone has cards and all figures in the row's details.
  const isPhone = useMobile();
  const sorted = control.view.sort.column;
  const shown = useMemo(() => columnsOfSet(isPhone ? "all" : set, sorted), [isPhone, set, sorted]);
  const next = movedPeriod(range, 1);
  const periods = (
    <fieldset className="button-row">
      <legend className="is-sr-only">Period</legend>
      <Button icon="previous" onClick={() => setRange(movedPeriod(range, -1))}>
        Prev Period
      </Button>
      <Button onClick={() => setRange(payPeriod(session?.pay_day ?? 1, today))}>
        Current Period
      </Button>
      <Button iconAfter="next" disabled={next.start > today} onClick={() => setRange(next)}>
        Next Period
      </Button>
    </fieldset>
  );

  return (
    <>
      <div className="heading-row">
        <ManagerHeading title="Statistics" />
        <WhoseSwitch of="psychics" onChange={() => control.change(() => ({ page: 1 }))} />
      </div>
      {!isPhone && <StatisticsNotes />}
      <RangedList
        control={control}
        label="Statistics of all psychics"
        listNoun="statistics"
        noun="psychics with readings"
        fileName="statistics"
        exported={{ list: "statistics" }}
        groups={statisticsColumns}
        shownGroups={shown}
        compact={compact}
        cards={cards}
        rowKey={(row) => row.agent_user_id}
        list={{ rows: data?.statistics, total: data?.total, ...result }}
        fetchPage={async (asked) => {
          const query = { ...asked, ...managedBy };
          const page = await call(statisticsEndpoints.listStatistics, { query });
          return { rows: page.statistics, total: page.total };
        }}
        controls={periods}
        totals={totals}
        note={<AsOf time={data?.as_of} />}
        empty={{
          title: "No statistics for these dates",
          text: isMine
            ? "Choose All to see everybody's. Or choose other dates."
            : "Choose other dates, or come back after the next update.",
        }}
      >
        {!isPhone && (
          <div className="section-head">
            <Segment
              label="Columns"
              options={columnSets}
              chosen={set}
              onChoose={(chosen) => setSearch(writeColumnSet(search, chosen), { replace: true })}
            />
          </div>
        )}
      </RangedList>
      <p className="help">
        <Link to="/statistics/hours">Demand</Link>: calls and promised hours by hour of the week.
      </p>
      {/* On a phone its lines would push the first figures down. */}
      {isPhone && <StatisticsNotes isBelow />}
    </>
  );
}
