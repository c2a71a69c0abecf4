import type pg from "pg";
import { prepared } from "#server/db/connection.ts";
import { inOrder } from "#server/queries/availability-order.ts";
import { isMissed, isNew } from "#server/queries/reading-sums.ts";
import { weeksOfHours } from "#shared/rules/hours-that-pay.ts";
import { missedResults } from "#shared/rules/metrics.ts";
import { addDays } from "#shared/rules/new-york.ts";
import { readPromised } from "../floor/floor-rows.ts";

interface Span {
  psychic_id: number;
  /** Epoch milliseconds. */
  from: number;
  to: number;
}

/**
 * When psychics $1 came on and went off between $2 and $3, and what held first. What held before is
 * the last change before $2, or the present availability, which may be older than the ledger.
 */
const turns = prepared<{ psychic_id: number; at: string; is_on: boolean }>(
  "hours-turns",
  `with changes as (
     select psychic_id, at, code, set_by from availability_changes
      where psychic_id = any ($1::integer[]) and at >= $2 and at < $3
     union
     select psychic_id, at, code, set_by from availability
      where psychic_id = any ($1::integer[]) and at < $3
     union
     select before.*
       from unnest($1::integer[]) p (id)
      cross join lateral (
        select c.psychic_id, c.at, c.code, c.set_by from availability_changes c
         where c.psychic_id = p.id and c.at < $2 order by ${inOrder("c.", "desc")} limit 1) before
   ), steps as (
     select psychic_id, at, set_by, code, code <> 'U' as is_on,
            lag(code <> 'U') over (partition by psychic_id order by ${inOrder()}) as was_on
       from changes
   )
   select psychic_id, at, is_on from steps where is_on is distinct from was_on
    order by psychic_id, ${inOrder()}`,
);

/** When psychics were on, and since when their availability is known. */
export async function readOn(
  client: pg.PoolClient,
  ids: readonly number[],
  start: number,
  end: number,
): Promise<{ spans: Span[]; knownSince: Map<number, number> }> {
  const rows = await turns(client, [ids, new Date(start), new Date(end)]);
  const knownSince = new Map<number, number>();
  const spans: Span[] = [];
  for (const [place, { psychic_id, at, is_on }] of rows.entries()) {
    const from = Date.parse(at);
    if (!knownSince.has(psychic_id)) knownSince.set(psychic_id, from);
    const next = rows[place + 1];
    // A span that has not ended lasts until the end.
    const to = next?.psychic_id === psychic_id ? Date.parse(next.at) : end;
    if (is_on) spans.push({ psychic_id, from, to });
  }
  return { spans, knownSince };
}

/** The hours of the present schedules with the exceptions of each day (S25). */
export async function promisedSpans(
  client: pg.PoolClient,
  ids: readonly number[],
  sunday: string,
): Promise<Span[]> {
  const later = Array.from({ length: weeksOfHours * 7 - 1 }, (_, day) => addDays(sunday, day + 1));
  const promised = await readPromised(client, ids, [sunday, ...later]);
  return [...promised].flatMap(([psychic_id, spans]) =>
    spans.map(({ from, to }) => ({ psychic_id, from: Date.parse(from), to: Date.parse(to) })),
  );
}

export interface CallsOfHour {
  psychic_id: number;
  week: string;
  hour: number;
  paid_cents: number;
  answered: number;
  missed: number;
  repeat_callers: number;
}

/**
 * Calls and chats by the hour of the New York week in which they began. A missed call of which the
 * platform sent a reading counts once, with that reading. Of a call without one, nobody knows the
 * customer.
 */
export const callsOfHours = (
  client: pg.PoolClient,
  ids: readonly number[],
  start: number,
  end: number,
) => countedCalls(client, [ids, new Date(start), new Date(end)]);

const countedCalls = prepared<CallsOfHour>(
  "hours-calls",
  `with calls as (
     select r.psychic_id, r.started_at at time zone 'America/New_York' as began,
            r.revenue_cents as cents, r.minutes > 0 and not ${isMissed} as is_answered,
            ${isMissed} as is_missed,
            case when (r.minutes > 0 or ${isMissed}) and not ${isNew} then r.customer_id end as repeat
       from readings r
       join psychic_customers using (psychic_id, customer_id)
      where r.psychic_id = any ($1::integer[]) and r.started_at >= $2 and r.started_at < $3
     union all
     select a.psychic_id, a.initiated_at at time zone 'America/New_York', 0, false, true, null
       from call_attempts a
      where a.psychic_id = any ($1::integer[]) and a.initiated_at >= $2 and a.initiated_at < $3
        and a.result in (${missedResults.map((result) => `'${result}'`).join(", ")})
        and not exists (select from reading_ids i
                         where i.connection_id = a.connection_id and i.psychic_id = a.psychic_id)
   )
   select psychic_id, began::date - extract(dow from began)::integer as week,
          (extract(dow from began) * 24 + extract(hour from began))::integer as hour,
          sum(cents) as paid_cents, count(*) filter (where is_answered) as answered,
          count(*) filter (where is_missed) as missed, count(distinct repeat) as repeat_callers
     from calls group by 1, 2, 3`,
);
