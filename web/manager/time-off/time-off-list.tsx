import { useQuery } from "@tanstack/react-query";
import { scheduleExceptionEndpoints } from "#shared/schedule-exceptions.ts";
import { listQuery } from "#web/api/list-query.ts";
import { columnKeys } from "#web/ui/table/column.ts";
import { ListTable } from "#web/ui/table/list-table.tsx";
import { type ListDefaults, pageQuery } from "#web/ui/table/list-view.ts";
import { useListView } from "#web/ui/table/use-list-view.ts";
import { writtenMonth } from "./month.ts";
import { DayNote, MonthDays } from "./month-days.tsx";
import { timeOffCards, timeOffColumns } from "./time-off-columns.tsx";
import type { TimeOffPartProps } from "./time-off-part.ts";
import { askedOf, keepOfMonth } from "./time-off-view.ts";

export const listDefaults: ListDefaults = {
  sort: { column: "first_day", order: "asc" },
  size: 20,
  sortable: columnKeys(timeOffColumns),
};

/** The same exceptions as a table with all facts; on a phone as cards. */
export function TimeOffList({ view, managedBy, today, onDay, empty }: TimeOffPartProps) {
  const list = useListView(listDefaults);
  const { data, ...result } = useQuery({
    ...listQuery(scheduleExceptionEndpoints.listExceptions, "exceptions", {
      query: { ...managedBy, ...askedOf(view), ...pageQuery(list.view) },
    }),
    placeholderData: keepOfMonth(view.month),
  });
  const choice = { view, counts: data?.days, onDay };
  return (
    <>
      <MonthDays {...choice} today={today} />
      <DayNote {...choice} />
      <ListTable
        label={`Dates in ${writtenMonth(view.month)}`}
        listNoun="dates"
        noun="dates"
        groups={timeOffColumns}
        cards={timeOffCards}
        rowKey={({ id }) => id}
        list={{ rows: data?.exceptions, total: data?.total, ...result }}
        about={JSON.stringify({ view, ...managedBy })}
        empty={empty}
        {...list}
      />
    </>
  );
}
