import type pg from "pg";
import { latestTime } from "./ahead.ts";
import type { EventData } from "./event-data.ts";
import { refuseUnknownPsychics } from "./known-psychics.ts";
import { utc } from "./utc.ts";

/**
 * Sets a psychic's availability, unless a later one is known. Only an Active psychic takes readings,
 * whatever the platform believes, so for all others only U is accepted.
 * @returns 1, or 0 if the event was ignored.
 */
export async function changeAvailability(
  client: pg.PoolClient,
  { user_id, code, at }: EventData<"availability.changed">,
  now: Date,
): Promise<number> {
  await refuseUnknownPsychics(client, [user_id], () => "data.user_id");
  const { rowCount } = await client.query(
    `insert into availability as known (psychic_id, code, at) select user_id, $2, $3 from psychics
        where user_id = $1 and (account_status = 'Active' or $2 = 'U')
       on conflict (psychic_id) do update set code = excluded.code, at = excluded.at
       where known.at <= excluded.at or known.at > $4`,
    [user_id, code, utc(at), latestTime(now)],
  );
  return rowCount ?? 0;
}
