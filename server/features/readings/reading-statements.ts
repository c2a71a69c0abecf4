import type pg from "pg";
import { byText } from "#server/db/by-text.ts";
import { prepared } from "#server/db/connection.ts";
import { isNew, sumsOfReadings } from "#server/queries/reading-sums.ts";
import { startOfDay } from "#server/queries/start-of-day.ts";
import { rowsAtMost } from "#shared/fields.ts";
import type { Reading } from "#shared/readings.ts";
import { summed } from "#shared/rules/readings-summary.ts";

/** SQL of each column of a row: `r` is a reading, `c` its customer. */
const columns: Record<keyof Reading, string> = {
  connection_id: "r.connection_id",
  call_date: "r.started_at",
  customer_id: "r.customer_id",
  username: "c.username",
  type: `case when ${isNew} then 'new' else 'repeat' end`,
  duration: "r.minutes",
  free_mins: "r.free_minutes",
  paid_mins: "r.paid_minutes",
  rate: "r.rate_cents / 100.0::float8",
  revenue: "r.revenue_cents / 100.0::float8",
  result: "r.result",
  rating: "r.rating",
  rating_text: "r.rating_text",
  has_recording: "r.has_recording",
};
const all = Object.keys(columns) as (keyof Reading)[];

/** Columns that psychics must not see (D23c): the database does not return them. */
const managersOnly: ReadonlySet<string> = new Set<keyof Reading>([
  "connection_id",
  "rate",
  "revenue",
  "has_recording",
]);

/** The columns that a role may see and sort by. */
export const readingColumns = {
  manager: all,
  psychic: all.filter((column) => !managersOnly.has(column)),
};
export type ReadingViewer = keyof typeof readingColumns;

export interface ReadingOrder {
  viewer: ReadingViewer;
  sort: keyof Reading;
  order: "asc" | "desc";
}

const inRange = `
       r.psychic_id = $1::bigint
       and r.started_at >= ${startOfDay("$2::date")}
       and r.started_at < ${startOfDay("$3::date + 1")}`;
const rowColumns = (viewer: ReadingViewer) =>
  readingColumns[viewer].map((column) => `${columns[column]} as ${column}`).join(", ");
/** The same order as offline (web/pwa/kept/kept-readings.ts); equal rows: latest first. */
const orderedAs: Partial<Record<keyof Reading, string>> = {
  username: byText("c.username"),
  result: byText("r.result"),
  rating_text: byText("r.rating_text"),
};
const inOrder = ({ sort, order }: ReadingOrder) =>
  [
    `order by ${orderedAs[sort] ?? columns[sort]} ${order}${nullable.has(sort) ? " nulls last" : ""}`,
    ...(sort === "call_date" ? [] : ["r.started_at desc"]),
    "r.connection_id",
  ].join(", ");
/** NULLs last; where none can occur, the clause would only prevent the use of the index. */
const nullable: ReadonlySet<keyof Reading> = new Set(["rating", "rating_text"]);

/**
 * A psychic's whole range; bindings: psychic, first day, last day. Selects one row more than an
 * answer may have, which shows that the range is longer.
 */
const wholeText = (order: ReadingOrder) => `
  select ${rowColumns(order.viewer)}
    from readings r
    join psychic_customers using (psychic_id, customer_id)
    join customers c on c.id = r.customer_id
   where ${inRange}
   ${inOrder(order)}
   limit ${rowsAtMost + 1}`;

/**
 * One page, with limit and offset after the range, and the sums of the whole range in the same
 * round trip. The sums are one JSON text, which adds little to each row. A page past the end, or of
 * an empty range, has one row, without a date.
 */
const pageText = (order: ReadingOrder) => `
  with picked as materialized (
    select r.connection_id, r.started_at, r.customer_id, r.conn_type, r.minutes, r.free_minutes,
           r.paid_minutes, r.rate_cents, r.revenue_cents, r.result, r.rating, r.rating_text,
           r.has_recording, first_call_at
      from readings r
      join psychic_customers using (psychic_id, customer_id)
     where ${inRange}
  )
  select json_build_array(${summed.map((column) => `s.${column}`).join(", ")})::text as sums, page.*
    from (select ${sumsOfReadings(summed)} from picked r) s
    left join (
     select ${rowColumns(order.viewer)}
       from picked r
       join customers c on c.id = r.customer_id
      ${inOrder(order)}
      limit $4 offset $5
   ) page on true`;

type Statement<Row> = (pool: pg.Pool, values: unknown[]) => Promise<Row[]>;

/** One statement per role and order, so that each connection plans it once. */
function statements<Row extends pg.QueryResultRow>(
  name: string,
  textOf: (order: ReadingOrder) => string,
): (order: ReadingOrder) => Statement<Row> {
  const cache = new Map<string, Statement<Row>>();
  return (order) => {
    const key = `${name}-${order.viewer}-${order.sort}-${order.order}`;
    const known = cache.get(key);
    if (known) return known;
    const statement = prepared<Row>(key, textOf(order));
    cache.set(key, statement);
    return statement;
  };
}

export const wholeStatement = statements<Reading>("readings", wholeText);

/** The rows are readings, or a single row with only the sums. */
export const pageStatement = statements<Reading & { sums: string }>("readings-page", pageText);
