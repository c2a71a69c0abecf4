import type pg from "pg";

/**
 * Creates a reminder of each call that begins within 15 minutes, and another when it begins. After
 * downtime, calls that began more than five minutes ago get none. A call that was moved gets new
 * reminders.
 */
export async function createReminders(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(
    `with near as (
       select 'soon' as kind, id, psychic_id, at, at as expires_at
         from scheduled_calls
        where status in ('booked', 'changed')
          and at > $1::timestamptz and at <= $1::timestamptz + interval '15 minutes'
       union all
       select 'due', id, psychic_id, at, at + interval '5 minutes'
         from scheduled_calls
        where status in ('booked', 'changed')
          and at > $1::timestamptz - interval '5 minutes' and at <= $1::timestamptz
     ), named as (
       select *, kind || ':' || id || ':' || extract(epoch from at)::bigint as event from near
     )
     insert into notifications
       (user_id, kind, subject, event, call_id, call_at, created_at, due_at, expires_at)
     select r.psychic_id, r.kind, 'call-' || r.id, r.event, r.id, r.at, $1, $1, r.expires_at
       from named r
      where not exists
        (select from notifications n where n.user_id = r.psychic_id and n.event = r.event)
     on conflict (user_id, event) do nothing`,
    [now],
  );
}
