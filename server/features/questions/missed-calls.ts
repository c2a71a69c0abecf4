import { prepared } from "#server/db/connection.ts";
import { missedResults } from "#shared/rules/metrics.ts";

/** A call that a psychic has just missed while being on (S31). */
export interface MissedCall {
  psychic_id: number;
  id: string;
  ended_at: string;
}

/** After this long the question is of no use any more. */
export const missedFor = "10 minutes";
/** No call rings longer before it is missed. */
const longestRinging = "15 minutes";
const results = missedResults.map((result) => `'${result}'`).join(", ");

/**
 * SQL: the latest call that each psychic has missed shortly before `$1`. Psychics who have answered a
 * later call, or have chosen a status since, are at their phones.
 */
export const missedCalls = (which: string) => `
  select distinct on (c.psychic_id) c.psychic_id, c.id, c.ended_at
    from availability a
    join psychics p on p.user_id = a.psychic_id
    join call_attempts c on c.psychic_id = a.psychic_id
   where a.code in ('A', 'P', 'C', 'O') and p.account_status = 'Active' and ${which}
     and c.initiated_at > $1::timestamptz - interval '${missedFor}' - interval '${longestRinging}'
     and c.initiated_at <= $1
     and c.ended_at > $1::timestamptz - interval '${missedFor}' and c.ended_at <= $1
     and c.answered_at is null and c.result in (${results})
     and not exists (
       select from call_attempts o
        where o.psychic_id = c.psychic_id and o.initiated_at > c.initiated_at
          and o.initiated_at <= $1 and o.answered_at is not null)
     and not exists (
       select from availability_changes h
        where h.psychic_id = c.psychic_id and h.at >= c.ended_at and h.at <= $1
          and h.set_by = 'psychic')
   order by c.psychic_id, c.ended_at desc, c.id`;

/** The call that each of the psychics `$2` has just missed. */
export const missedOf = prepared<MissedCall>(
  "missed-calls",
  missedCalls("a.psychic_id = any ($2)"),
);
