import type pg from "pg";
import type { EventData } from "./event-data.ts";
import { refuseUnknownPsychics } from "./known-psychics.ts";
import { utc } from "./utc.ts";

/**
 * Sets a psychic's availability, unless one of a later time is known. Only an Active psychic takes
 * readings, whatever the platform still believes: for all others the portal accepts U alone.
 */
export async function changeAvailability(
  client: pg.PoolClient,
  { user_id, code, at }: EventData<"availability.changed">,
): Promise<number> {
  await refuseUnknownPsychics(client, [user_id], () => "data.user_id");
  await client.query(
    `insert into availability as known (psychic_id, code, at) select user_id, $2, $3 from psychics
        where user_id = $1 and (account_status = 'Active' or $2 = 'U')
       on conflict (psychic_id) do update set code = excluded.code, at = excluded.at
       where known.at <= excluded.at`,
    [user_id, code, utc(at)],
  );
  return 1;
}
