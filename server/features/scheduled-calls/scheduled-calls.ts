import type { Knex } from "knex";
import { byText } from "#server/db/by-text.ts";
import { pruneRows } from "#server/db/prune-rows.ts";
import { applyListQuery, countRows, type ListOrder } from "#server/queries/list-query.ts";
import { lives } from "#server/retention.ts";
import { type ListQuery, rowsAtMost } from "#shared/fields.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { ScheduledCall, scheduledCallEndpoints } from "#shared/scheduled-calls.ts";
import { countingAnswer } from "./call-answers.ts";

const order: ListOrder<Exclude<keyof ScheduledCall, "answer">> = {
  columns: {
    // Ids that are numbers sort as numbers.
    id: "lpad(id, 64, '0')",
    username: byText("username"),
    at: "at",
    minutes: "minutes",
    channel: "channel",
    status: "status",
  },
  first: { sort: "at", order: "asc" },
  id: "id",
};

/** An id as it goes over the wire: a number if JSON carries it exactly. */
export function wireId(id: string): ScheduledCall["id"] {
  const number = Number(id);
  return Number.isSafeInteger(number) && number > 0 && String(number) === id ? number : id;
}

type ScheduledCalls = ResponseOf<typeof scheduledCallEndpoints.listScheduledCalls>;

/** More calls than anybody takes early. Keeps the answer small, whatever the platform sends. */
const takenAtMost = 50;

/** The calls booked with a psychic after `now`, by default soonest first. */
export async function listScheduledCalls(
  sql: Knex,
  psychicId: number,
  now: Date,
  query: ListQuery,
): Promise<ScheduledCalls> {
  const upcoming = () =>
    sql("scheduled_calls as c")
      .where({ psychic_id: psychicId })
      .where("at", ">", now)
      // The same expression as in the index.
      .whereRaw("status in ('booked', 'changed')");
  const rows: (ScheduledCall & { id: string })[] = await upcoming()
    .select("id", "username", "at", "minutes", "channel", "status")
    .select(sql.raw(`${countingAnswer} as answer`))
    .modify(applyListQuery(query, order));
  const calls = rows.map((row) => ({ ...row, id: wireId(row.id) }));
  const isWhole =
    query.limit === undefined && query.offset === undefined && calls.length < rowsAtMost;
  if (!isWhole) return { scheduled_calls: calls, total: await countRows(upcoming()) };
  // Clients show a call that is missing from a complete list as cancelled. So we name the calls
  // that took place early.
  const takenEarly: string[] = await sql("scheduled_calls")
    .where({ psychic_id: psychicId })
    .where("at", ">", now)
    // The same expression as in the index.
    .whereRaw("status = 'done'")
    .orderBy("at")
    .limit(takenAtMost)
    .pluck("id");
  return {
    scheduled_calls: calls,
    total: calls.length,
    ...(takenEarly.length > 0 && { taken: takenEarly.map(wireId) }),
  };
}

/** A call that a notification still names is pruned after the notification. */
export const pruneScheduledCalls = pruneRows(
  "scheduled_calls",
  "at < ? and not exists (select from notifications n where n.call_id = scheduled_calls.id)",
  lives.scheduledCalls,
);
