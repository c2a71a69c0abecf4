import type { StatisticsRow } from "#shared/statistics.ts";
import type { ColumnGroup } from "#web/ui/table/column.ts";
import { agent, statisticsColumns } from "./statistics-columns.tsx";

/**
 * The sets of columns to choose from. A set shows the column Agent and the set's own columns, in
 * the table's order.
 */
const columnsOf = {
  overview: [
    ...["phone_extension", "total_calls", "rev_per_call", "tot_mins", "alc", "total_revenue"],
    ...["rep_call_pct", "total_missed"],
  ],
  minute: [
    ...["per_min_calls", "per_min_call_mins", "per_min_call_pct"],
    ...["per_min_chats", "per_min_chat_mins", "per_min_chat_pct"],
  ],
  new: [
    ...["new_calls", "new_call_mins", "new_call_avg"],
    ...["new_chats", "new_chat_mins", "new_chat_avg"],
  ],
  repeat: [
    ...["rep_call_pct", "rep_calls", "rep_call_mins", "rep_calls_avg"],
    ...["rep_chats", "rep_chat_mins", "rep_chat_avg"],
  ],
} as const;

export type ColumnSet = "all" | keyof typeof columnsOf;

export const columnSets: readonly { key: ColumnSet; name: string }[] = [
  { key: "overview", name: "Overview" },
  { key: "minute", name: "Per Minute" },
  { key: "new", name: "New" },
  { key: "repeat", name: "Repeat" },
  { key: "all", name: "All Columns" },
];

/** The only set that has totals below nearly all of its columns, and that fits every screen. */
const usual: ColumnSet = "overview";

/** Reads the set from an address; the overview if it names none. */
export const readColumnSet = (search: URLSearchParams): ColumnSet =>
  columnSets.find(({ key }) => key === search.get("columns"))?.key ?? usual;

/** Writes the set into an address; for the overview it removes the parameter. */
export function writeColumnSet(search: URLSearchParams, set: ColumnSet): URLSearchParams {
  const next = new URLSearchParams(search);
  if (set === usual) next.delete("columns");
  else next.set("columns", set);
  return next;
}

/** The table's columns of a set, and the one by which it is sorted. */
export function columnsOfSet(
  set: ColumnSet,
  sorted: string,
): readonly ColumnGroup<StatisticsRow>[] {
  if (set === "all") return statisticsColumns;
  const wanted = new Set<string>([agent.key, sorted, ...columnsOf[set]]);
  return statisticsColumns
    .map(({ title, columns }) => ({ title, columns: columns.filter(({ key }) => wanted.has(key)) }))
    .filter(({ columns }) => columns.length > 0);
}
