import type { ListQuery } from "#shared/fields.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { Reading, readingEndpoints } from "#shared/readings.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { summaryOf, sumsOf } from "#shared/rules/readings-summary.ts";
import { compareTexts } from "#shared/rules/text-order.ts";

type Readings = ResponseOf<typeof readingEndpoints.listReadings>;

/** The parts of the query that the phone can apply. */
interface ReadingsQuery {
  start_date?: string;
  end_date?: string;
  limit?: string;
  offset?: string;
  sort?: string;
  order?: string;
}

type Cell = string | number | null | undefined;

/** Sorts as the server does: missing values come last. */
function compare(a: Cell, b: Cell): number {
  if (a === b) return 0;
  if (a === null || a === undefined) return 1;
  if (b === null || b === undefined) return -1;
  if (typeof a === "string" && typeof b === "string") return compareTexts(a, b);
  return a < b ? -1 : 1;
}

/** Answers a list of readings as the server would, from the kept rows. */
export function readingsOf(kept: readonly Reading[], query: ReadingsQuery): Readings {
  const { start_date: start = "", end_date: end = "9999" } = query;
  const inRange = kept.filter(({ call_date }) => {
    const day = newYorkDay(new Date(call_date));
    return day >= start && day <= end;
  });
  const column = (query.sort ?? "call_date") as keyof Reading;
  const order: ListQuery["order"] = query.order === "asc" ? "asc" : "desc";
  const cell = (reading: Reading) => reading[column] as Cell;
  const sorted = [...inRange].sort((a, b) => {
    const [one, other] = [cell(a), cell(b)];
    const isMissing = one === null || other === null;
    return order === "asc" || isMissing ? compare(one, other) : compare(other, one);
  });
  const from = Number(query.offset ?? 0);
  const rows = query.limit === undefined ? sorted : sorted.slice(from, from + Number(query.limit));
  return { readings: rows, summary: summaryOf(sumsOf(inRange)), total: inRange.length };
}
