import type pg from "pg";
import { invalid } from "#server/http/refusal.ts";
import { latestTime } from "./ahead.ts";
import type { EventData } from "./event-data.ts";
import { refuseUnknownPsychics } from "./known-psychics.ts";
import { utc } from "./utc.ts";

/**
 * Opens a phone login (D17). If the log-off arrived first, its row has length zero, and this sets
 * the beginning.
 * @returns 1, or 0 if a later beginning is known.
 */
export async function startLogin(
  client: pg.PoolClient,
  { id, user_id, at }: EventData<"login.started">,
  now: Date,
): Promise<number> {
  await refuseUnknownPsychics(client, [user_id], () => "data.user_id");
  const { rowCount } = await client.query(
    `insert into logins as known (user_id, source, external_id, started_at, last_action_at)
       values ($1, 'phone', $2, $3, $3)
       on conflict (source, external_id) do update
         set started_at = least(excluded.started_at, known.ended_at),
           last_action_at = greatest(excluded.started_at, known.ended_at)
         where known.user_id = excluded.user_id
           and (known.started_at <= excluded.started_at or known.started_at = known.ended_at
             or known.started_at > $4)`,
    [user_id, id, utc(at), latestTime(now)],
  );
  return rowCount || countIgnored(client, user_id, id);
}

/**
 * Closes a phone login. If its beginning is not known yet, it has length zero.
 * @returns 1, or 0 if a later end is known.
 */
export async function endLogin(
  client: pg.PoolClient,
  { id, user_id, at }: EventData<"login.ended">,
  now: Date,
): Promise<number> {
  await refuseUnknownPsychics(client, [user_id], () => "data.user_id");
  const { rowCount } = await client.query(
    `insert into logins as known (user_id, source, external_id, started_at, last_action_at, ended_at)
       values ($1, 'phone', $2, $3, $3, $3)
       on conflict (source, external_id) do update
         set (started_at, last_action_at, ended_at) = (
           select begun, greatest(excluded.ended_at, begun), greatest(excluded.ended_at, begun)
             from (
               select case when known.started_at > $4 then excluded.ended_at
                           else known.started_at end as begun
             ) b)
         where known.user_id = excluded.user_id
           and (known.ended_at is null or known.ended_at <= excluded.ended_at
             or known.ended_at > $4)`,
    [user_id, id, utc(at), latestTime(now)],
  );
  return rowCount || countIgnored(client, user_id, id);
}

/** Returns 0 for an outdated event. @throws Refusal 422 if the log-on is another psychic's. */
async function countIgnored(client: pg.PoolClient, userId: number, id: string): Promise<0> {
  const { rows } = await client.query(
    "select user_id from logins where source = 'phone' and external_id = $1",
    [id],
  );
  if (rows[0]?.user_id === userId) return 0;
  throw invalid("data.user_id", "This log-on is another psychic's");
}
