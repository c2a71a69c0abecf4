import { prepared } from "#server/db/connection.ts";
import { stateSince } from "#server/queries/state-since.ts";

/** A psychic who is Busy although the last call or chat ended a while ago (S30). */
export interface Stuck {
  psychic_id: number;
  /** Since when the psychic is Busy. */
  since: string;
  ended_at: string;
  /** What ended then. */
  channel: "Call" | "Chat";
}

/** For so long a psychic is Busy, and has had no call or chat, before the portal asks. */
const quietFor = "30 minutes";
/** No call or chat lasts longer, so none that began earlier is looked for. */
const longestCall = "1 day";
/** A call that nobody answers ends within this time; its end may never have been sent. */
const longestRinging = "10 minutes";

/**
 * SQL: the psychics who are stuck at `$1`. Nobody is, unless the portal knows of a call or a chat that
 * ended since the psychic became Busy: a chat that goes on is known only once it is over. A platform
 * that sends no `call.attempted` still sends readings.
 */
export const stuckPsychics = (which: string) => `
  select b.psychic_id, b.since, done.ended_at, done.channel
    from (
      select a.psychic_id, coalesce(span.since, a.at) as since
        from availability a
        join psychics p on p.user_id = a.psychic_id
        left join lateral (${stateSince("$1")}) span on true
       where a.code = 'B' and p.account_status = 'Active' and ${which}) b
   cross join lateral (
     select ended_at, channel from (
       (select c.ended_at, 'Call' as channel from call_attempts c
         where c.psychic_id = b.psychic_id
           and c.initiated_at > $1::timestamptz - interval '${longestCall}'
           and c.answered_at is not null and c.ended_at >= b.since
         order by c.ended_at desc limit 1)
       union all
       (select r.started_at + r.minutes * interval '1 minute', r.conn_type from readings r
         where r.psychic_id = b.psychic_id
           and r.started_at > $1::timestamptz - interval '${longestCall}' and r.minutes > 0
           and r.started_at + r.minutes * interval '1 minute' >= b.since
         order by 1 desc limit 1)) ends
      order by ended_at desc, channel limit 1) done
   where b.since <= $1::timestamptz - interval '${quietFor}'
     and done.ended_at <= $1::timestamptz - interval '${quietFor}'
     and not exists (
       select from call_attempts o
        where o.psychic_id = b.psychic_id
          and o.initiated_at > $1::timestamptz - interval '${longestCall}'
          and o.initiated_at <= $1 and o.ended_at is null
          and (o.answered_at is not null
               or o.initiated_at > $1::timestamptz - interval '${longestRinging}'))`;

/** Those of the psychics `$2` who are stuck. */
export const stuckOf = prepared<Stuck>("stuck", stuckPsychics("a.psychic_id = any ($2)"));
