import type pg from "pg";
import { invalid } from "../../http/refusal.ts";
import type { EventData } from "./event-data.ts";
import { refuseUnknownPsychics } from "./known-psychics.ts";
import { utc } from "./utc.ts";

/**
 * Opens a work session of the phone (D17). Its end may have come before: then this only sets the
 * beginning, which was not known.
 */
export async function startLogin(
  client: pg.PoolClient,
  { id, user_id, at }: EventData<"login.started">,
): Promise<number> {
  await refuseUnknownPsychics(client, [user_id], () => "data.user_id");
  const { rowCount } = await client.query(
    `insert into logins as known (user_id, source, external_id, started_at, last_action_at)
       values ($1, 'phone', $2, $3, $3)
       on conflict (source, external_id) do update
         set started_at = least(excluded.started_at, known.ended_at),
           last_action_at = greatest(excluded.started_at, known.ended_at)
         where known.user_id = excluded.user_id`,
    [user_id, id, utc(at)],
  );
  if (rowCount === 0) throw anothers();
  return 1;
}

/** Closes a work session of the phone; one whose beginning is not known yet has no length. */
export async function endLogin(
  client: pg.PoolClient,
  { id, user_id, at }: EventData<"login.ended">,
): Promise<number> {
  await refuseUnknownPsychics(client, [user_id], () => "data.user_id");
  const { rowCount } = await client.query(
    `insert into logins as known (user_id, source, external_id, started_at, last_action_at, ended_at)
       values ($1, 'phone', $2, $3, $3, $3)
       on conflict (source, external_id) do update
         set ended_at = greatest(excluded.ended_at, known.started_at),
           last_action_at = greatest(excluded.ended_at, known.started_at)
         where known.user_id = excluded.user_id`,
    [user_id, id, utc(at)],
  );
  if (rowCount === 0) throw anothers();
  return 1;
}

const anothers = () => invalid("data.user_id", "This log-on is another psychic's");
