import type { Knex } from "knex";
import { byText } from "#server/db/by-text.ts";
import { pruneRows } from "#server/db/prune-rows.ts";
import type { Viewer } from "#server/http/handler.ts";
import { applyListQuery, countRows, type ListOrder } from "#server/queries/list-query.ts";
import { figuresOf, ratio, sumsOfReadings } from "#server/queries/reading-sums.ts";
import { lives } from "#server/retention.ts";
import type { ListQuery } from "#shared/fields.ts";
import type { EligibleCustomer, SentGift } from "#shared/gifts.ts";
import { giftRules } from "#shared/rules/gifts.ts";
import {
  averageLength,
  revenuePerCall,
  type Sums,
  totalCalls,
  totalMinutes,
} from "#shared/rules/metrics.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";

const summed = [
  "calls",
  "call_minutes",
  "chats",
  "chat_minutes",
  "call_revenue_cents",
  "chat_revenue_cents",
] as const satisfies (keyof Sums)[];

type Counted = Pick<Sums, (typeof summed)[number]> & {
  customer_id: number;
  username: string;
  last_at: string;
  redeemable_minutes: number;
};

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000);

/**
 * The customers to whom a psychic may send a gift now (D23): `c`, with their sums of the last 90
 * days as `s`.
 */
function eligible(sql: Knex, psychicId: number, now: Date): Knex.QueryBuilder {
  const sums = `
    select r.customer_id, max(r.started_at) as last_at, ${sumsOfReadings(summed)}
      from readings r
     where r.psychic_id = ? and r.started_at >= ?
     group by r.customer_id`;
  const hasGift = `exists (
    select from gifts g
     where g.psychic_id = ? and g.customer_id = s.customer_id
       and (g.redeemed_at is null and g.sent_at > ? or g.sent_day = ?))`;
  const lapsed = daysBefore(now, giftRules.lapseDays);
  return sql
    .with("s", sql.raw(sums, [psychicId, daysBefore(now, giftRules.eligibleDays)]))
    .from("s")
    .join("customers as c", "c.id", "s.customer_id")
    .whereRaw("not c.blocked")
    .whereRaw(`not ${hasGift}`, [psychicId, lapsed, newYorkDay(now)]);
}

const { calls, minutes, cents } = figuresOf;

const revenue = ratio(cents, calls);
/**
 * SQL of revenue per call as a role may see it. The order uses it too: sorting by a hidden figure
 * would reveal it.
 */
const visibleRevenue: Record<Viewer["role"], string> = {
  manager: revenue,
  psychic: `case when ${calls} >= ${giftRules.revenueFromCalls} then ${revenue} end`,
};

const eligibleOrder = (role: Viewer["role"]): ListOrder<keyof EligibleCustomer> => ({
  columns: {
    user_id: "s.customer_id",
    user_name: byText("c.username"),
    last: "s.last_at",
    calls,
    minutes,
    redeemable_minutes: "c.redeemable_minutes",
    alc: ratio(minutes, calls),
    rev_per_call: visibleRevenue[role],
  },
  nullable: ["rev_per_call"],
  first: { sort: "rev_per_call", order: "desc" },
  id: "s.customer_id",
});

/** The customers to whom a psychic may send a gift now, with their figures of the last 90 days. */
export async function listEligible(
  sql: Knex,
  psychicId: number,
  now: Date,
  role: Viewer["role"],
  query: ListQuery,
): Promise<{ customers: EligibleCustomer[]; total: number }> {
  const all = eligible(sql, psychicId, now);
  const rows: Counted[] = await all
    .clone()
    .select("s.*", "c.username", "c.redeemable_minutes")
    .modify(applyListQuery(query, eligibleOrder(role)));
  const isHidden = (row: Counted) =>
    role === "psychic" && totalCalls(row) < giftRules.revenueFromCalls;
  const customers = rows.map((row) => ({
    user_id: row.customer_id,
    user_name: row.username,
    last: row.last_at,
    calls: totalCalls(row),
    minutes: totalMinutes(row),
    redeemable_minutes: row.redeemable_minutes,
    alc: averageLength(row),
    rev_per_call: isHidden(row) ? null : revenuePerCall(row),
  }));
  return { customers, total: await countRows(all) };
}

/** Those of the given customers who may get a gift now. */
export async function eligibleAmong(
  sql: Knex,
  psychicId: number,
  now: Date,
  customers: number[],
): Promise<Set<number>> {
  const found: number[] = await eligible(sql, psychicId, now)
    .whereRaw("s.customer_id = any (?::bigint[])", [customers])
    .pluck("s.customer_id");
  return new Set(found);
}

const sentOrder: ListOrder<keyof SentGift> = {
  columns: {
    message_id: "g.id",
    user_id: "g.customer_id",
    sent_to_name: byText("c.username"),
    subject: byText("g.subject"),
    date: "g.sent_at",
    minutes_sent: "g.minutes",
    body: "g.body",
  },
  first: { sort: "date", order: "desc" },
  id: "g.id desc",
};

/** A psychic's sent gifts, by default newest first. */
export async function listSent(
  sql: Knex,
  psychicId: number,
  query: ListQuery,
): Promise<{ gifts: SentGift[]; total: number }> {
  const gifts: SentGift[] = await sql("gifts as g")
    .join("customers as c", "c.id", "g.customer_id")
    .where("g.psychic_id", psychicId)
    .select({
      message_id: "g.id",
      user_id: "g.customer_id",
      sent_to_name: "c.username",
      subject: "g.subject",
      date: "g.sent_at",
      minutes_sent: "g.minutes",
      body: "g.body",
    })
    .modify(applyListQuery(query, sentOrder));
  return { gifts, total: await countRows(sql("gifts").where({ psychic_id: psychicId })) };
}

/** A message with free minutes to several customers. */
export interface GiftMessage {
  subject: string;
  /** Escaped HTML. */
  body: string;
  minutes: number;
}

/**
 * Stores one gift per customer. A customer who already got one today gets none; a constraint
 * decides.
 * @returns the stored gifts.
 */
export async function insertGifts(
  sql: Knex,
  psychicId: number,
  { subject, body, minutes }: GiftMessage,
  customers: number[],
  now: Date,
): Promise<{ message_id: number; customer_id: number }[]> {
  const { rows } = await sql.raw(
    `insert into gifts (psychic_id, customer_id, subject, body, minutes, sent_at)
     select ?, customer_id, ?, ?, ?, ? from unnest(?::bigint[]) customer_id
     on conflict (psychic_id, customer_id, sent_day) do nothing
     returning id as message_id, customer_id`,
    [psychicId, subject, body, minutes, now, customers],
  );
  return rows;
}

export const pruneGifts = pruneRows("gifts", "sent_at < ?", lives.gifts);
