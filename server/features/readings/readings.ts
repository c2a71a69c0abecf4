import type pg from "pg";
import type { ListQuery } from "../../../shared/fields.ts";
import type { ResponseOf } from "../../../shared/http/endpoint.ts";
import type { Reading, readingEndpoints } from "../../../shared/readings.ts";
import type { DateRange } from "../../../shared/rules/date-range.ts";
import {
  averageLength,
  missedResults,
  repeatMinutes,
  repeatPercentage,
  repeats,
  totalCalls,
  totalMinutes,
} from "../../../shared/rules/metrics.ts";
import { prepared } from "../../db/connection.ts";
import {
  pageStatement,
  type ReadingOrder,
  type ReadingViewer,
  type SummedReadings,
  summed,
  wholeStatement,
} from "./reading-statements.ts";

type Readings = ResponseOf<typeof readingEndpoints.listReadings>;

/**
 * A psychic's readings of a range of New York days with the summary of the whole range; the
 * latest first unless asked otherwise. An id that is no psychic's has none.
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
    return answerOf(readings, sumsOf(readings));
  }
  const rows = await pageStatement(order)(pool, [
    ...values,
    query.limit ?? null,
    query.offset ?? 0,
  ]);
  const counted: number[] = JSON.parse(rows[0]?.sums ?? "[]");
  const sums = Object.fromEntries(summed.map((column, place) => [column, counted[place] ?? 0]));
  return answerOf(rows[0]?.call_date ? rows : [], sums as SummedReadings);
}

const missed: ReadonlySet<string> = new Set(missedResults);

/**
 * The rows are all here: adding them up takes less than a fifth of what the database would. Calls
 * and chats need not be told apart, so all stand as calls.
 */
function sumsOf(readings: readonly Reading[]): SummedReadings {
  const sums = Object.fromEntries(summed.map((column) => [column, 0])) as SummedReadings;
  for (const reading of readings) {
    sums.attempted += 1;
    sums.free_minutes += reading.free_mins;
    if (missed.has(reading.result)) sums.missed += 1;
    if (reading.duration === 0) continue;
    sums.calls += 1;
    sums.call_minutes += reading.duration;
    if (reading.type === "repeat") continue;
    sums.new_calls += 1;
    sums.new_call_minutes += reading.duration;
  }
  return sums;
}

function answerOf(readings: Reading[], sums: SummedReadings): Readings {
  return {
    readings,
    summary: {
      tot_calls: totalCalls(sums),
      rep_calls: repeats(sums),
      free_mins: sums.free_minutes,
      tot_mins: totalMinutes(sums),
      rep_mins: repeatMinutes(sums),
      rep_pct: repeatPercentage(sums),
      miss_calls: sums.missed,
      alc: averageLength(sums),
    },
    total: sums.attempted,
  };
}

const payDay = prepared<{ pay_day: number }>(
  "pay-day",
  `select u.pay_day from users u join psychics p on p.user_id = u.id where u.id = $1::bigint`,
);

/** A weekday, 1 Sunday to 7 Saturday; undefined for an id that is no psychic's. */
export async function payDayOf(pool: pg.Pool, psychicId: number): Promise<number | undefined> {
  const [row] = await payDay(pool, [psychicId]);
  return row?.pay_day;
}
