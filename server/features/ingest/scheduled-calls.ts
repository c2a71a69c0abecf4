import type pg from "pg";
import { type CallState, newsOfCall, storeCallNews } from "../notifications/call-news.ts";
import { latestTime } from "./ahead.ts";
import { type EventData, lastOfEach } from "./event-data.ts";
import { refuseUnknownPsychics } from "./known-psychics.ts";
import { utc } from "./utc.ts";

interface ChangedCall {
  id: string;
  before: CallState | null;
  after: CallState;
}

/**
 * Books, changes and ends calls, and stores the notifications for their psychics. An event older
 * than what is known of a call changes nothing. The event's own time decides, because a call's `at`
 * is the time that it is booked for.
 * @returns how many calls it changed or confirmed.
 */
export async function scheduleCalls(
  client: pg.PoolClient,
  { calls }: EventData<"calls.scheduled">,
  eventAt: string,
  now: Date,
): Promise<number> {
  await refuseUnknownPsychics(
    client,
    calls.map(({ user_id }) => user_id),
    (index) => `data.calls.${index}.user_id`,
  );
  const { rows } = await client.query<ChangedCall>(
    `insert into scheduled_calls as known
         (id, psychic_id, customer_id, username, at, minutes, channel, status, event_at)
       select c.id, c.user_id, c.customer_id, coalesce(e.username, c.username), c.at, c.minutes,
              c.channel, c.status, $2
         from json_to_recordset($1) as c (id text, user_id integer, customer_id bigint,
           username text, at timestamptz, minutes integer, channel text, status text)
         left join customers e on e.id = c.customer_id and e.erased_at is not null
       on conflict (id) do update
         set (psychic_id, customer_id, username, at, minutes, channel, status, event_at)
           = row (excluded.psychic_id, excluded.customer_id, excluded.username, excluded.at,
             excluded.minutes, excluded.channel, excluded.status, excluded.event_at)
         where known.event_at <= excluded.event_at or known.event_at > $3
       returning known.id, case when old.id is not null then to_json(old) end as before,
         to_json(new) as after`,
    [
      JSON.stringify(lastOfEach(calls, ({ id }) => id).map((c) => ({ ...c, at: utc(c.at) }))),
      utc(eventAt),
      latestTime(now),
    ],
  );
  const news = rows.flatMap(({ id, before, after }) => newsOfCall(id, before, after, now));
  if (news.length > 0) await storeCallNews(client, news, now);
  return rows.length;
}
