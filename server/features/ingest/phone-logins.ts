import type pg from "pg";
import { advisoryLocks } from "#server/db/advisory-locks.ts";
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
  await lockLogin(client, id);
  const { rowCount: added } = await client.query(
    `insert into logins (user_id, source, external_id, started_at, last_action_at)
       select $1::integer, 'phone', $2, $3::timestamptz, $3 where not ${isKnown} on conflict do nothing`,
    [user_id, id, utc(at)],
  );
  if (added) return added;
  const { rowCount } = await client.query(
    `update logins
        set started_at = least($3, ended_at), last_action_at = greatest($3, ended_at)
      where source = 'phone' and external_id = $2 and user_id = $1
        and (started_at <= $3 or started_at = ended_at or started_at > $4)`,
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
  await lockLogin(client, id);
  const { rowCount: added } = await client.query(
    `insert into logins (user_id, source, external_id, started_at, last_action_at, ended_at)
       select $1::integer, 'phone', $2, $3::timestamptz, $3, $3 where not ${isKnown} on conflict do nothing`,
    [user_id, id, utc(at)],
  );
  if (added) return added;
  const { rowCount } = await client.query(
    `update logins
        set (started_at, last_action_at, ended_at) = (
          select begun, greatest($3, begun), greatest($3, begun)
            from (select case when started_at > $4 then $3 else started_at end as begun) b)
      where source = 'phone' and external_id = $2 and user_id = $1
        and (ended_at is null or ended_at <= $3 or ended_at > $4)`,
    [user_id, id, utc(at), latestTime(now)],
  );
  return rowCount || countIgnored(client, user_id, id);
}

const isKnown = "exists (select from logins where source = 'phone' and external_id = $2::text)";

/**
 * Makes events of one log-on wait for each other. No unique index covers all months, so an insert
 * does not wait for another insert of the same id; a trigger would only refuse the second one.
 */
async function lockLogin(client: pg.PoolClient, id: string): Promise<void> {
  await client.query("select pg_advisory_xact_lock($1, hashtext('phone ' || $2::text))", [
    advisoryLocks.loginId,
    id,
  ]);
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
