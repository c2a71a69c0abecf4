import type pg from "pg";
import { rankOf } from "#server/queries/availability-order.ts";
import { latestTime } from "./ahead.ts";
import type { EventData } from "./event-data.ts";
import { refuseUnknownPsychics } from "./known-psychics.ts";
import { utc } from "./utc.ts";

/**
 * Sets a psychic's availability, unless a later one is known. Only an Active psychic takes readings,
 * whatever the platform believes, so for all others only U is accepted. A trigger notes the change in
 * the ledger; an event that came too late to change the availability is noted here.
 * @returns 1, or 0 if the event did not change the present availability.
 */
export async function changeAvailability(
  client: pg.PoolClient,
  { user_id, code, at }: EventData<"availability.changed">,
  now: Date,
): Promise<number> {
  await refuseUnknownPsychics(client, [user_id], () => "data.user_id");
  const values = [user_id, code, utc(at)];
  const { rowCount } = await client.query(
    `insert into availability as known (psychic_id, code, at, set_by)
       select user_id, $2, $3, 'platform' from psychics
        where user_id = $1 and (account_status = 'Active' or $2 = 'U')
       on conflict (psychic_id) do update
         set code = excluded.code, at = excluded.at,
             -- The platform confirms what the portal told it.
             set_by = case when (known.code, known.at) = (excluded.code, excluded.at)
                           then known.set_by else excluded.set_by end
       where known.at < excluded.at or known.at > $4
          or (known.code, known.at) = (excluded.code, excluded.at)
          or (known.at = excluded.at and known.set_by = 'platform'
              and ${rankOf("known.code")} < ${rankOf("excluded.code")})`,
    [...values, latestTime(now)],
  );
  if (!rowCount) await noteLateChange(client, values);
  return rowCount ?? 0;
}

/**
 * An event from before the account's status changed counts as it would have then: most such
 * accounts were Active.
 */
async function noteLateChange(client: pg.PoolClient, values: unknown[]): Promise<void> {
  await client.query(
    `insert into availability_changes (psychic_id, code, at, set_by)
       select user_id, $2, $3, 'platform' from psychics
        where user_id = $1
          and (account_status = 'Active' or $2 = 'U' or $3::timestamptz < account_status_since)
       on conflict do nothing`,
    values,
  );
}
