import type { DateRange } from "#shared/rules/date-range.ts";
import { earliestDay, isDay } from "#web/lib/dates.ts";
import { type PageSize, readPageSize } from "./page-size.tsx";
import type { Sort } from "./table-head.tsx";

/** The view of a list. On a screen the address contains it, without the defaults. */
export interface ListView {
  sort: Sort;
  size: PageSize;
  /** From 1. */
  page: number;
}

export interface ListDefaults {
  sort: Sort;
  size: PageSize;
  sortable: ReadonlySet<string>;
}

/** Reads the view from an address, with defaults for missing or invalid values. */
export function readView(search: URLSearchParams, defaults: ListDefaults): ListView {
  const size = readPageSize(search.get("size")) ?? defaults.size;
  const page = Number(search.get("page") ?? 1);
  const column = search.get("sort");
  return {
    sort:
      column !== null && defaults.sortable.has(column)
        ? { column, order: search.get("order") === "asc" ? "asc" : "desc" }
        : defaults.sort,
    size,
    page: size !== "all" && Number.isSafeInteger(page) && page >= 1 ? page : 1,
  };
}

/** Writes a view into an address, without defaults; other parameters stay. */
export function writeView(
  search: URLSearchParams,
  view: ListView,
  defaults: ListDefaults,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const key of ["sort", "order", "size", "page"]) next.delete(key);
  const { sort, size, page } = view;
  if (sort.column !== defaults.sort.column || sort.order !== defaults.sort.order) {
    next.set("sort", sort.column);
    next.set("order", sort.order);
  }
  if (size !== defaults.size) next.set("size", String(size));
  if (page !== 1) next.set("page", String(page));
  return next;
}

/** Reads the days from an address; the default unless both are valid and in order. */
export function readRange(search: URLSearchParams, usual: DateRange): DateRange {
  const start = search.get("start_date") ?? "";
  const end = search.get("end_date") ?? "";
  const isValid = isDay(start) && isDay(end) && earliestDay <= start && start <= end;
  return isValid ? { start, end } : usual;
}

/**
 * Writes a range into an address, and leaves the default range out. The list returns to its first
 * page.
 */
export function writeRange(
  search: URLSearchParams,
  range: DateRange,
  usual: DateRange,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const key of ["start_date", "end_date", "page"]) next.delete(key);
  if (range.start !== usual.start || range.end !== usual.end) {
    next.set("start_date", range.start);
    next.set("end_date", range.end);
  }
  return next;
}

/** The query of a list's endpoint. */
export function pageQuery({ sort, size, page }: ListView) {
  return {
    sort: sort.column,
    order: sort.order,
    ...(size !== "all" && { limit: String(size), offset: String((page - 1) * size) }),
  };
}
