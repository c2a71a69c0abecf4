import type pg from "pg";
import { advisoryLocks } from "#server/db/advisory-locks.ts";
import { invalid } from "#server/http/refusal.ts";
import type { EventData } from "./event-data.ts";
import { refuseUnknownPsychics } from "./known-psychics.ts";
import { utc } from "./utc.ts";

/**
 * The order of two events about a call. One with the end counts more: an event of before the end may
 * be dated later, by another clock. The columns after `event_at` decide only if it is equal.
 */
const inOrder = (row: string) => `(
  ${row}.ended_at is not null, ${row}.event_at,
  ${["ended_at", "answered_at", "ringing_at"].map((column) => `coalesce(${row}.${column}, '-infinity')`).join(", ")},
  ${row}.initiated_at, coalesce(${row}.result, ''), coalesce(${row}.connection_id, ''))`;

const columns = [
  ...["initiated_at", "connection_id", "ringing_at", "answered_at", "ended_at", "result"],
  "event_at",
].join(", ");

/**
 * Stores a call that the platform tries to connect. Each event has everything known of the call, so
 * one event counts: the latest of those with the end, or without any, the latest.
 * @param eventAt the event's own time.
 * @returns 1, or 0 if another event counts.
 */
export async function storeCall(
  client: pg.PoolClient,
  call: EventData<"call.attempted">,
  eventAt: string,
): Promise<number> {
  const { id, user_id, connection_id, initiated_at, ringing_at, answered_at, ended_at } = call;
  await refuseUnknownPsychics(client, [user_id], () => "data.user_id");
  // No unique index has the ids of all months. So events about one call wait for each other here.
  await client.query("select pg_advisory_xact_lock($1, hashtext($2))", [advisoryLocks.callId, id]);
  const { rows: known } = await client.query<{ psychic_id: number }>(
    "select psychic_id from call_attempts where id = $1",
    [id],
  );
  const owner = known[0]?.psychic_id ?? user_id;
  if (owner !== user_id) throw invalid("data.user_id", "This call is another psychic's");
  const at = (instant: string | null | undefined) => (instant == null ? null : utc(instant));
  const values = [
    ...[id, user_id, utc(initiated_at), connection_id ?? null, at(ringing_at), at(answered_at)],
    ...[at(ended_at), call.result ?? null, utc(eventAt)],
  ];
  const sent = `(select $1::text as id, $2::integer as psychic_id, $3::timestamptz as initiated_at,
      $4::text as connection_id, $5::timestamptz as ringing_at, $6::timestamptz as answered_at,
      $7::timestamptz as ended_at, $8::text as result, $9::timestamptz as event_at) sent`;
  const { rowCount } = await client.query(
    known.length === 0
      ? `insert into call_attempts (id, psychic_id, ${columns})
           select id, psychic_id, ${columns} from ${sent}`
      : `update call_attempts known set (${columns})
             = row (${columns.replaceAll(/\w+/g, (column) => `sent.${column}`)})
           from ${sent}
          where known.id = sent.id and known.psychic_id = sent.psychic_id
            and ${inOrder("known")} <= ${inOrder("sent")}`,
    values,
  );
  return rowCount ?? 0;
}
