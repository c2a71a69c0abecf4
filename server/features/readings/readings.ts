import type pg from "pg";
import { prepared } from "#server/db/connection.ts";
import { type ListQuery, rowsAtMost } from "#shared/fields.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { Reading, readingEndpoints } from "#shared/readings.ts";
import type { DateRange } from "#shared/rules/date-range.ts";
import { type SummedReadings, summaryOf, summed, sumsOf } from "#shared/rules/readings-summary.ts";
import {
  pageStatement,
  type ReadingOrder,
  type ReadingViewer,
  wholeStatement,
} from "./reading-statements.ts";

export type Readings = ResponseOf<typeof readingEndpoints.listReadings>;

/**
 * A psychic's readings in a range of New York days, latest first by default, with the summary of
 * the whole range. Empty if the id belongs to no psychic.
 * @param query its `sort` must be one of the viewer's `readingColumns`.
 */
export async function listReadings(
  pool: pg.Pool,
  psychicId: number,
  range: DateRange,
  viewer: ReadingViewer,
  query: ListQuery,
): Promise<Readings> {
  const order: ReadingOrder = {
    viewer,
    sort: (query.sort ?? "call_date") as keyof Reading,
    order: query.order ?? (query.sort === undefined ? "desc" : "asc"),
  };
  const values = [psychicId, range.start, range.end];
  if (query.limit === undefined && query.offset === undefined) {
    const readings = await wholeStatement(order)(pool, values);
    // All rows are here. Adding them up here takes less than a fifth of the time that PostgreSQL
    // needs.
    if (readings.length <= rowsAtMost) return answerOf(readings, sumsOf(readings));
  }
  const rows = await pageStatement(order)(pool, [
    ...values,
    query.limit ?? rowsAtMost,
    query.offset ?? 0,
  ]);
  const counted: number[] = JSON.parse(rows[0]?.sums ?? "[]");
  const sums = Object.fromEntries(summed.map((column, place) => [column, counted[place] ?? 0]));
  return answerOf(rows[0]?.call_date ? rows : [], sums as SummedReadings);
}

function answerOf(readings: Reading[], sums: SummedReadings): Readings {
  return { readings, summary: summaryOf(sums), total: sums.attempted };
}

const payDay = prepared<{ pay_day: number }>(
  "pay-day",
  `select u.pay_day from users u join psychics p on p.user_id = u.id where u.id = $1::bigint`,
);

/** A weekday, 1 Sunday to 7 Saturday; undefined if the id belongs to no psychic. */
export async function payDayOf(pool: pg.Pool, psychicId: number): Promise<number | undefined> {
  const [row] = await payDay(pool, [psychicId]);
  return row?.pay_day;
}
