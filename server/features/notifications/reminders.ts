import type { Knex } from "knex";

/**
 * Makes the reminders of all calls that begin within 15 minutes or have just begun, each once: after
 * a rest of the server no call is reminded of that runs for more than five minutes. A call that was
 * moved is reminded of anew.
 */
export async function makeReminders(sql: Knex, now: Date): Promise<void> {
  await sql.raw(
    `with clock as (select ?::timestamptz as now), near as (
       select 'soon' as kind, id, psychic_id, at, at as expires_at
         from scheduled_calls, clock
        where status in ('booked', 'changed') and at > now and at <= now + interval '15 minutes'
       union all
       select 'due', id, psychic_id, at, at + interval '5 minutes'
         from scheduled_calls, clock
        where status in ('booked', 'changed') and at > now - interval '5 minutes' and at <= now
     ), named as (
       select *, kind || ':' || id || ':' || extract(epoch from at)::bigint as event from near
     )
     insert into notifications
       (user_id, kind, subject, event, call_id, call_at, created_at, due_at, expires_at)
     select r.psychic_id, r.kind, 'call-' || r.id, r.event, r.id, r.at, now, now, r.expires_at
       from named r, clock
      where not exists
        (select from notifications n where n.user_id = r.psychic_id and n.event = r.event)
     on conflict (user_id, event) do nothing`,
    [now],
  );
}
