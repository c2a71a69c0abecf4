import type { DateRange } from "#shared/rules/date-range.ts";
import { addDays } from "#shared/rules/new-york.ts";
import type { ListDefaults } from "#web/ui/table/list-view.ts";
import { sortableColumns } from "./statistics-columns.tsx";

export const statisticsDefaults: ListDefaults = {
  sort: { column: "total_revenue", order: "desc" },
  size: 10,
  sortable: sortableColumns,
};

/** The seven days that start `weeks` weeks after this range starts. */
export function movedPeriod({ start }: DateRange, weeks: number): DateRange {
  const moved = addDays(start, 7 * weeks);
  return { start: moved, end: addDays(moved, 6) };
}
