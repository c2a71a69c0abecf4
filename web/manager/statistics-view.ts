import { type DateRange, lastDays } from "../../shared/rules/date-range.ts";
import { addDays } from "../../shared/rules/new-york.ts";
import { isDay } from "../lib/dates.ts";
import { type PageSize, readPageSize } from "../ui/table/page-size.tsx";
import type { Sort } from "../ui/table/table-head.tsx";

/** What the statistics screen shows: all of it stands in the address. */
export interface StatisticsView {
  range: DateRange;
  sort: Sort;
  size: PageSize;
  /** From 1. */
  page: number;
}

export const defaultSort: Sort = { column: "total_revenue", order: "desc" };
export const defaultSize: PageSize = 10;

function readRange(search: URLSearchParams, today: string): DateRange {
  const start = search.get("start_date") ?? "";
  const end = search.get("end_date") ?? "";
  return isDay(start) && isDay(end) && start <= end ? { start, end } : lastDays(7, today);
}

function readSort(search: URLSearchParams, sortable: ReadonlySet<string>): Sort {
  const column = search.get("sort");
  if (column === null || !sortable.has(column)) return defaultSort;
  return { column, order: search.get("order") === "asc" ? "asc" : "desc" };
}

/** The view an address means; what it does not say, or says wrongly, is the default. */
export function readView(
  search: URLSearchParams,
  today: string,
  sortable: ReadonlySet<string>,
): StatisticsView {
  const size = readPageSize(search.get("size")) ?? defaultSize;
  const page = Number(search.get("page") ?? 1);
  return {
    range: readRange(search, today),
    sort: readSort(search, sortable),
    size,
    page: size !== "all" && Number.isSafeInteger(page) && page >= 1 ? page : 1,
  };
}

/** The address of a view. Defaults are left out, but for a range once it was chosen. */
export function writeView(view: StatisticsView, today: string): URLSearchParams {
  const { range, sort, size, page } = view;
  const usual = lastDays(7, today);
  const search = new URLSearchParams();
  if (range.start !== usual.start || range.end !== usual.end) {
    search.set("start_date", range.start);
    search.set("end_date", range.end);
  }
  if (sort.column !== defaultSort.column || sort.order !== defaultSort.order) {
    search.set("sort", sort.column);
    search.set("order", sort.order);
  }
  if (size !== defaultSize) search.set("size", String(size));
  if (page !== 1) search.set("page", String(page));
  return search;
}

/** The week that starts `weeks` weeks after this range does: always seven days. */
export function movedPeriod({ start }: DateRange, weeks: number): DateRange {
  const moved = addDays(start, 7 * weeks);
  return { start: moved, end: addDays(moved, 6) };
}
