import type { Knex } from "knex";
import type { ListQuery } from "../../../shared/fields.ts";
import type { ScheduledCall } from "../../../shared/scheduled-calls.ts";
import { countOf, type ListOrder, page } from "../../http/page.ts";

const order: ListOrder<keyof ScheduledCall> = {
  columns: {
    id: "id",
    username: "lower(username)",
    at: "at",
    minutes: "minutes",
    channel: "channel",
    status: "status",
  },
  first: { sort: "at", order: "asc" },
  id: "id",
};

/** What is booked with a psychic after `now`, soonest first. */
export async function listScheduledCalls(
  sql: Knex,
  psychicId: number,
  now: Date,
  query: ListQuery,
): Promise<{ scheduled_calls: ScheduledCall[]; total: number }> {
  const upcoming = () =>
    sql("scheduled_calls")
      .where({ psychic_id: psychicId })
      .where("at", ">", now)
      // As the index says it.
      .whereRaw("status in ('booked', 'changed')");
  const calls: ScheduledCall[] = await upcoming()
    .select("id", "username", "at", "minutes", "channel", "status")
    .modify(page(query, order));
  const isWhole = query.limit === undefined && query.offset === undefined;
  return { scheduled_calls: calls, total: isWhole ? calls.length : await countOf(upcoming()) };
}
