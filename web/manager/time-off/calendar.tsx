import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { scheduleExceptionEndpoints } from "#shared/schedule-exceptions.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { listQuery } from "#web/api/list-query.ts";
import { writtenCount } from "#web/lib/figures.ts";
import { EmptyPanel } from "#web/ui/empty-panel.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import type { ColumnGroup } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { OldNote } from "#web/ui/table/old-note.tsx";
import { usePrinting } from "#web/ui/table/use-printing.ts";
import { CalendarRow } from "./calendar-row.tsx";
import { KindMark, KindShape } from "./kind-mark.tsx";
import { marksOf, type PsychicMarks } from "./marks.ts";
import { daysOf, writtenMonth } from "./month.ts";
import { DayNote, MonthDays } from "./month-days.tsx";
import { shadeOf } from "./month-shade.ts";
import { psychicColumn, timeOffColumns } from "./time-off-columns.tsx";
import type { TimeOffPartProps } from "./time-off-part.ts";
import { askedOf, keepOfMonth } from "./time-off-view.ts";
import "./calendar.scss";
import "./kind-mark.scss";

/** A month with a row for each psychic who has exceptions in it. Paper gets the list. */
export function Calendar({ view, managedBy, today, onDay, empty }: TimeOffPartProps) {
  const { month } = view;
  const { data, error, refetch, isPlaceholderData, ...result } = useQuery({
    ...listQuery(scheduleExceptionEndpoints.listExceptions, "exceptions", {
      query: { ...managedBy, ...askedOf(view), sort: "username" },
    }),
    placeholderData: keepOfMonth(month),
  });
  const days = useMemo(() => daysOf(month), [month]);
  const rows = useMemo(() => data && marksOf(data.exceptions, days), [data, days]);
  const choice = { view, counts: data?.days, onDay };
  const groups: readonly ColumnGroup<PsychicMarks>[] = [
    {
      title: null,
      columns: [
        { ...psychicColumn, sortable: false },
        {
          ...{ kind: "text", key: "days", title: "Days", sortable: false },
          name: `Days of ${writtenMonth(month)}`,
          head: <MonthDays {...choice} today={today} />,
          text: () => "",
          cell: (row) => <CalendarRow {...row} />,
        },
      ],
    },
  ];
  const isPrinting = usePrinting();
  const loaded = data?.exceptions.length ?? 0;
  const isPart = data !== undefined && loaded < data.total;
  const label = `Dates in ${writtenMonth(month)}`;
  const instead =
    error && !data ? (
      <FailurePanel
        title="The dates could not be loaded"
        text={sentenceOf(error)}
        onRetry={refetch}
      />
    ) : (
      data?.total === 0 && !isPlaceholderData && <EmptyPanel {...empty} />
    );
  const shared = {
    ...{ label, instead, view: JSON.stringify({ view, ...managedBy }) },
    ...{ expectedRows: 12, refreshing: isPlaceholderData },
  };
  if (isPrinting) {
    return (
      <div className="time-off-paper">
        <DayNote {...choice} />
        <MonthDays {...choice} today={today} />
        <DataTable
          {...shared}
          groups={timeOffColumns}
          rows={data?.exceptions}
          rowKey={({ id }) => id}
        />
      </div>
    );
  }
  return (
    <>
      <DayNote {...choice} />
      {!isPart && <OldNote {...result} error={error} refetch={refetch} />}
      <div className="calendar" style={shadeOf(days, today)}>
        <DataTable {...shared} groups={groups} rows={instead ? [] : rows} rowKey={idOf} />
      </div>
      <Legend />
      <p role="status">
        {isPart && `${writtenCount(loaded)} of ${writtenCount(data.total)} dates have loaded.`}
      </p>
    </>
  );
}

const idOf = ({ user_id }: PsychicMarks) => user_id;

const looks = [
  { kind: "off", starts: null },
  { kind: "extra", starts: null },
  { kind: "chat", starts: null },
] as const;

function Legend() {
  return (
    <p className="calendar-legend">
      {looks.map((look) => (
        <KindMark key={look.kind} {...look} />
      ))}
      <span className="kind-word">
        <KindShape kind="off" starts="09:00" />
        Part of the day
      </span>
    </p>
  );
}
