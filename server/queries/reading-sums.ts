import { missedResults, type Sums } from "#shared/rules/metrics.ts";

/**
 * The SQL words of the statistics, each once. A reading is `r`; `first_call_at` comes from its
 * customer's row with the psychic (psychic_customers).
 */

/**
 * Within 24 hours of the customer's first call with the psychic (D20); a customer who never spoke
 * to this psychic is no regular yet.
 */
export const isNew =
  "(first_call_at is null or r.started_at < first_call_at + interval '24 hours')";

const isMissed = `r.result in (${missedResults.map((result) => `'${result}'`).join(", ")})`;

/** New York's midnight at the start of a day: an instant, 23 to 25 hours before the next one. */
export const startOfDay = (day: string) => `((${day})::timestamp at time zone 'America/New_York')`;

const countOf = (...conditions: string[]) =>
  `count(*) filter (where ${["r.minutes > 0", ...conditions].join(" and ")})`;
const sumOf = (column: string, ...conditions: string[]) =>
  `coalesce(sum(r.${column}) filter (where ${conditions.join(" and ")}), 0)`;
const minutesOf = (...conditions: string[]) => sumOf("minutes", ...conditions);

const call = "r.conn_type = 'Call'";
const chat = "r.conn_type = 'Chat'";
const billed = "r.paid_minutes > 0";

/** What a day's row keeps, as aggregates over readings (D21). */
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

/** Figures of rows `s` that have such sums, to sort by: as shared/rules/metrics.ts works them out. */
export const figuresOf = {
  calls: "(s.calls + s.chats)",
  minutes: "(s.call_minutes + s.chat_minutes)",
  cents: "(s.call_revenue_cents + s.chat_revenue_cents)",
};
/** 0 where there is nothing to divide by. */
export const ratio = (sum: string, count: string) =>
  `coalesce(${sum}::float8 / nullif(${count}, 0), 0)`;
