import type pg from "pg";
import type { EventData } from "./event-data.ts";
import { refuseUnknownPsychics } from "./known-psychics.ts";
import { utc } from "./utc.ts";

/** Sets a psychic's availability, unless a newer one is known. */
export async function changeAvailability(
  client: pg.PoolClient,
  { user_id, code, at }: EventData<"availability.changed">,
): Promise<number> {
  await refuseUnknownPsychics(client, [user_id], () => "data.user_id");
  await client.query(
    `insert into availability as known (psychic_id, code, at) values ($1, $2, $3)
       on conflict (psychic_id) do update set code = excluded.code, at = excluded.at
       where known.at < excluded.at`,
    [user_id, code, utc(at)],
  );
  return 1;
}
