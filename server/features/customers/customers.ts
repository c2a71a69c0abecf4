import type { Knex } from "knex";
import { byText } from "#server/db/by-text.ts";
import { applyListQuery, countRows, type ListOrder } from "#server/queries/list-query.ts";
import { figuresOf, isNew, ratio, sumsOfReadings } from "#server/queries/reading-sums.ts";
import { startOfDay } from "#server/queries/start-of-day.ts";
import type { AdvisorCustomer, Customer } from "#shared/customers.ts";
import type { ListQuery } from "#shared/fields.ts";
import type { DateRange } from "#shared/rules/date-range.ts";
import {
  averageLength,
  ratingAverage,
  type Sums,
  totalCalls,
  totalMinutes,
} from "#shared/rules/metrics.ts";

const summed = [
  "calls",
  "call_minutes",
  "chats",
  "chat_minutes",
  "missed",
  "rating_sum",
  "ratings",
] as const satisfies (keyof Sums)[];

/** A customer with the sums of a range: `c` with `s` in SQL. */
type Counted = Pick<Sums, (typeof summed)[number]> & {
  customer_id: number;
  last_at: string;
  /** Whether any reading is a repeat one, missed ones included. */
  is_repeat: boolean;
  username: string;
  redeemable_minutes: number;
};

const counted = `
  select r.customer_id, max(r.started_at) as last_at, bool_or(not ${isNew}) as is_repeat,
         ${sumsOfReadings(summed)}
    from readings r
    join psychic_customers using (psychic_id, customer_id)
   where r.psychic_id = ?::bigint
     and r.started_at >= ${startOfDay("?::date")}
     and r.started_at < ${startOfDay("?::date + 1")}
   group by r.customer_id`;

const { calls, minutes } = figuresOf;
const common = {
  customer_id: "s.customer_id",
  username: byText("c.username"),
  total_minutes: minutes,
  free_mins: "c.redeemable_minutes",
  alc: ratio(minutes, calls),
};

const managersOrder: ListOrder<keyof Customer> = {
  columns: { ...common, last_reading: "s.last_at", readings: calls },
  first: { sort: "last_reading", order: "desc" },
  id: "s.customer_id",
};

const advisorsOrder: ListOrder<keyof AdvisorCustomer> = {
  columns: {
    ...common,
    last_contact_date: "s.last_at",
    total_calls: calls,
    call_count: "s.calls",
    chat_count: "s.chats",
    missed_call_count: "s.missed",
    customer_type: "s.is_repeat",
    avg_customer_rating: ratio("s.rating_sum", "s.ratings"),
  },
  first: { sort: "last_contact_date", order: "desc" },
  id: "s.customer_id",
};

/** One page of a psychic's customers in a range, and their number. */
async function listCounted<Column extends string>(
  sql: Knex,
  psychicId: number,
  range: DateRange,
  query: ListQuery,
  order: ListOrder<Column>,
): Promise<{ rows: Counted[]; total: number }> {
  const values = [psychicId, range.start, range.end];
  const rows: (Counted & { total: number })[] = await sql
    .with("s", sql.raw(counted, values))
    .from("s")
    .join("customers as c", "c.id", "s.customer_id")
    .select("s.*", "c.username", "c.redeemable_minutes")
    .select(sql.raw("count(*) over () as total"))
    .modify(applyListQuery(query, order));
  if (rows[0] || !query.offset) return { rows, total: rows[0]?.total ?? 0 };
  // A page past the end has no row with the total.
  const {
    rows: [all],
  } = await sql.raw(`select count(*) as total from (${counted}) s`, values);
  return { rows, total: all.total };
}

/** The customers with a reading in a range, counted within it (D47), by default latest first. */
export async function listCustomers(
  sql: Knex,
  psychicId: number,
  range: DateRange,
  query: ListQuery,
): Promise<{ customers: Customer[]; total: number }> {
  const { rows, total } = await listCounted(sql, psychicId, range, query, managersOrder);
  const customers = rows.map((row) => ({
    customer_id: row.customer_id,
    username: row.username,
    last_reading: row.last_at,
    readings: totalCalls(row),
    total_minutes: totalMinutes(row),
    free_mins: row.redeemable_minutes,
    alc: averageLength(row),
  }));
  return { customers, total };
}

/** The same customers as a psychic sees them. */
export async function listAdvisorCustomers(
  sql: Knex,
  psychicId: number,
  range: DateRange,
  query: ListQuery,
): Promise<{ customers: AdvisorCustomer[]; total: number }> {
  const { rows, total } = await listCounted(sql, psychicId, range, query, advisorsOrder);
  const customers = rows.map((row) => ({
    customer_id: row.customer_id,
    username: row.username,
    last_contact_date: row.last_at,
    total_calls: totalCalls(row),
    call_count: row.calls,
    chat_count: row.chats,
    missed_call_count: row.missed,
    customer_type: row.is_repeat ? ("repeat" as const) : ("new" as const),
    avg_customer_rating: ratingAverage(row),
    total_minutes: totalMinutes(row),
    free_mins: row.redeemable_minutes,
    alc: averageLength(row),
  }));
  return { customers, total };
}

const readingsOrder: ListOrder<"date" | "minutes"> = {
  columns: { date: "started_at", minutes: "minutes" },
  first: { sort: "date", order: "desc" },
  id: "connection_id",
};

/** All readings of a customer with a psychic; null if the psychic has no such customer. */
export async function listCustomerReadings(
  sql: Knex,
  psychicId: number,
  customerId: number,
  query: ListQuery,
): Promise<{ readings: { date: string; minutes: number }[]; total: number } | null> {
  const pair = sql("readings").whereRaw("psychic_id = ?::bigint and customer_id = ?", [
    psychicId,
    customerId,
  ]);
  const total = await countRows(pair);
  if (total === 0) return null;
  const readings = await pair
    .select({ date: "started_at", minutes: "minutes" })
    .modify(applyListQuery(query, readingsOrder));
  return { readings, total };
}
