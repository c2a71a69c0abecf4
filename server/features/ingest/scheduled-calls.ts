import type pg from "pg";
import { type EventData, lastOfEach } from "./event-data.ts";
import { refuseUnknownPsychics } from "./known-psychics.ts";
import { utc } from "./utc.ts";

/** Books, changes and ends calls; an event older than what is known of a call changes nothing. */
export async function scheduleCalls(
  client: pg.PoolClient,
  { calls }: EventData<"calls.scheduled">,
  eventAt: string,
): Promise<number> {
  await refuseUnknownPsychics(
    client,
    calls.map(({ user_id }) => user_id),
    (index) => `data.calls.${index}.user_id`,
  );
  await client.query(
    `insert into scheduled_calls as known
         (id, psychic_id, customer_id, username, at, minutes, channel, status, event_at)
       select c.id, c.user_id, c.customer_id, c.username, c.at, c.minutes, c.channel, c.status, $2
         from json_to_recordset($1) as c (id text, user_id integer, customer_id bigint,
           username text, at timestamptz, minutes integer, channel text, status text)
       on conflict (id) do update
         set (psychic_id, customer_id, username, at, minutes, channel, status, event_at)
           = row (excluded.psychic_id, excluded.customer_id, excluded.username, excluded.at,
             excluded.minutes, excluded.channel, excluded.status, excluded.event_at)
         where known.event_at <= excluded.event_at`,
    [
      JSON.stringify(lastOfEach(calls, ({ id }) => id).map((c) => ({ ...c, at: utc(c.at) }))),
      utc(eventAt),
    ],
  );
  return calls.length;
}
