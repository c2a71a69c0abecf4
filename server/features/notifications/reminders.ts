import type pg from "pg";
import { ladder } from "#shared/rules/call-answers.ts";

/** In milliseconds: a psychic has at least this long to answer before she is asked again. */
const answerTime = 3 * 60_000;

/**
 * Creates the reminders of booked calls: one within 15 minutes of the call, another within 5 minutes
 * if nobody has answered, and one when the call begins, unless the answer was that the psychic
 * cannot. After downtime, calls that began more than five minutes ago get none. A call that was moved
 * gets new reminders.
 */
export async function createReminders(pool: pg.Pool, now: Date): Promise<void> {
  const inMs = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  await pool.query(
    `with near as (
       select c.id, c.psychic_id, c.at, a.answer
         from scheduled_calls c
         left join lateral (
           select a.answer from call_answers a
            where a.psychic_id = c.psychic_id and a.call_id = c.id and a.call_at = c.at
            order by a.answered_at desc, a.answer limit 1) a on true
        where c.status in ('booked', 'changed') and c.at > $2 and c.at <= $3
     ), named as (
       select r.kind, id, psychic_id, at, r.expires_at,
              r.kind || ':' || id || ':' || extract(epoch from at)::bigint as event
         from near
        cross join lateral (values
          ('soon', at > $1 and answer is null, at),
          ('again', at > $1 and at <= $4 and answer is null and exists (
             select from notifications n
              where n.user_id = near.psychic_id and n.created_at <= $5
                and n.event = 'soon:' || near.id || ':' || extract(epoch from near.at)::bigint), at),
          ('due', at <= $1 and answer is distinct from 'cannot', at + interval '5 minutes')
        ) as r (kind, is_due, expires_at)
        where r.is_due
     )
     insert into notifications
       (user_id, kind, subject, event, call_id, call_at, created_at, due_at, expires_at)
     select r.psychic_id, r.kind, 'call-' || r.id, r.event, r.id, r.at, $1, $1, r.expires_at
       from named r
      where not exists
        (select from notifications n where n.user_id = r.psychic_id and n.event = r.event)
     on conflict (user_id, event) do nothing`,
    [now, inMs(ladder.end), inMs(ladder.soon), inMs(ladder.again), inMs(-answerTime)],
  );
}
