import { missedResults, type Sums } from "#shared/rules/metrics.ts";

/*
 * SQL expressions for sums of readings. A reading is `r`; `first_call_at` comes from
 * psychic_customers, joined by psychic and customer.
 */

/**
 * Whether a reading is new: within 24 hours of the pair's first call or chat, or before
 * there was one (D20).
 */
export const isNew =
  "(first_call_at is null or r.started_at < first_call_at + interval '24 hours')";

/** Whether a reading was missed (D19). */
export const isMissed = `r.result in (${missedResults.map((result) => `'${result}'`).join(", ")})`;

const countOf = (...conditions: string[]) =>
  `count(*) filter (where ${["r.minutes > 0", ...conditions].join(" and ")})`;
const sumOf = (column: string, ...conditions: string[]) =>
  `coalesce(sum(r.${column}) filter (where ${conditions.join(" and ")}), 0)`;
const minutesOf = (...conditions: string[]) => sumOf("minutes", ...conditions);

const call = "r.conn_type = 'Call'";
const chat = "r.conn_type = 'Chat'";
const billed = "r.paid_minutes > 0";

/** The columns of a row of daily_statistics, as aggregates over readings (D21). */
const ofReadings: Record<keyof Sums, string> = {
  calls: countOf(call),
  call_minutes: minutesOf(call),
  new_calls: countOf(call, isNew),
  new_call_minutes: minutesOf(call, isNew),
  billed_calls: countOf(call, billed),
  billed_call_minutes: minutesOf(call, billed),
  chats: countOf(chat),
  chat_minutes: minutesOf(chat),
  new_chats: countOf(chat, isNew),
  new_chat_minutes: minutesOf(chat, isNew),
  billed_chats: countOf(chat, billed),
  billed_chat_minutes: minutesOf(chat, billed),
  free_minutes: "coalesce(sum(r.free_minutes), 0)",
  call_paid_minutes: sumOf("paid_minutes", call),
  chat_paid_minutes: sumOf("paid_minutes", chat),
  call_revenue_cents: sumOf("revenue_cents", call),
  chat_revenue_cents: sumOf("revenue_cents", chat),
  attempted: "count(*)",
  missed: `count(*) filter (where ${isMissed})`,
  rating_sum: "coalesce(sum(r.rating), 0)",
  ratings: "count(r.rating)",
};

export const sumColumns = Object.keys(ofReadings) as (keyof Sums)[];

/** `<aggregate> as <column>, …` over readings `r` joined with psychic_customers. */
export const sumsOfReadings = (columns: readonly (keyof Sums)[] = sumColumns) =>
  columns.map((column) => `${ofReadings[column]} as ${column}`).join(", ");

/** `coalesce(sum(d.<column>), 0) as <column>, …` over rows `d` of daily_statistics. */
export const sumsOfDays = (columns: readonly (keyof Sums)[] = sumColumns) =>
  columns.map((column) => `coalesce(sum(d.${column}), 0) as ${column}`).join(", ");

/** Figures of rows `s` with these sums, to sort by: the SQL twin of shared/rules/metrics.ts. */
export const figuresOf = {
  calls: "(s.calls + s.chats)",
  minutes: "(s.call_minutes + s.chat_minutes)",
  cents: "(s.call_revenue_cents + s.chat_revenue_cents)",
};
/** 0 for a division by zero. */
export const ratio = (sum: string, count: string) =>
  `coalesce(${sum}::float8 / nullif(${count}, 0), 0)`;
