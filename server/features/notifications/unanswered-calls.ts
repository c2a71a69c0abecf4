import type { Knex } from "knex";
import { describeError } from "#server/log.ts";
import type { Services } from "#server/services.ts";
import type { DueNotification } from "./due-notifications.ts";

type Sending = Pick<DueNotification, "id" | "user_id">;

/** A push waits no longer than this for its badge (ms). */
const countWithin = 1_000;

/**
 * Counts for each batch of a run. Once a count fails or is slow, the rest of the run's pushes have
 * no badge; one line in the log says so.
 * @returns null without a count.
 */
export function badgeCounts({ db, log }: Pick<Services, "db" | "log">) {
  let isFailing = false;
  return async (sending: readonly Sending[], now: Date): Promise<Map<number, number> | null> => {
    if (isFailing) return null;
    try {
      return await countUnansweredCalls(db.sql, sending, now);
    } catch (error) {
      isFailing = true;
      log.warn({ error: describeError(error) }, "badges not counted");
      return null;
    }
  };
}

/**
 * Counts each psychic's unanswered calls, for the badge of the app: calls that are still booked,
 * have not ended, and were announced by a push that the psychic has not seen yet. An action in the
 * portal counts as seeing what was announced before, and so does an answer about the call. Actions
 * are written every five minutes (safety 4), so a call that was seen soon after the last written one
 * may count until the next.
 * @param sending the notifications that are about to be pushed: their calls count as announced.
 * @returns the numbers by psychic; none for those who have no unanswered call.
 */
async function countUnansweredCalls(
  sql: Knex,
  sending: readonly Sending[],
  now: Date,
): Promise<Map<number, number>> {
  const counting = sql.raw<{ rows: { user_id: number; calls: number }[] }>(
    `with users as (
       select u.user_id,
           (select max(l.last_action_at) from logins l
             where l.user_id = u.user_id and l.source = 'portal'
               and l.started_at > cast(:now as timestamptz) - interval '40 days') as used_at
         from (select distinct unnest(cast(:users as integer[])) as user_id) u
     )
     select n.user_id, count(distinct c.id)::integer as calls
       from users u
       join notifications n on n.user_id = u.user_id
       join scheduled_calls c on c.id = n.call_id and c.psychic_id = n.user_id
      where c.status in ('booked', 'changed')
        and c.at + c.minutes * interval '1 minute' > :now
        and not exists (select from call_answers a
              where a.psychic_id = n.user_id and a.call_id = c.id and a.call_at = c.at)
        and (n.id = any (:sending)
             or n.pushed and coalesce(n.ended_at, :now) > coalesce(u.used_at, '-infinity'))
      group by n.user_id`,
    {
      users: sending.map(({ user_id }) => user_id),
      sending: sending.map(({ id }) => id),
      now,
    },
  );
  const { rows } = await counting.timeout(countWithin);
  return new Map(rows.map(({ user_id, calls }) => [user_id, calls]));
}
