import type pg from "pg";
import { prepared } from "#server/db/connection.ts";
import { inOrder } from "#server/queries/availability-order.ts";
import type { FloorDay } from "#shared/floor.ts";
import { addDays, newYorkDay, startOfNewYorkDay } from "#shared/rules/new-york.ts";
import { readPromised } from "./floor-rows.ts";

/** Milliseconds between two counts. */
const step = 30 * 60_000;

/**
 * By how much the number of psychics who are on has changed until each count of the day: $1 is the
 * day's start, $2 is now, $3 the step in milliseconds. Psychics who are on when the day begins are
 * in the first count. The search for a last change before the day goes 40 days back; `availability`
 * knows what has held for longer.
 */
const turns = prepared<{ place: number; change: number }>(
  "floor-day",
  `with changes as (
     select psychic_id, at, code, set_by from availability_changes where at >= $1 and at <= $2
     union
     select psychic_id, at, code, set_by from availability where at <= $2
     union
     select a.psychic_id, before.at, before.code, before.set_by
       from availability a
      cross join lateral (
        select c.at, c.code, c.set_by from availability_changes c
         where c.psychic_id = a.psychic_id and c.at < $1 and c.at >= $1 - interval '40 days'
         order by ${inOrder("c.", "desc")} limit 1) before
   ), steps as (
     select at, (code <> 'U')::integer as is_on,
            lag((code <> 'U')::integer, 1, 0) over (
              partition by psychic_id order by ${inOrder()}) as was_on
       from changes
   )
   select greatest(0, ceil(extract(epoch from at - $1) * 1000 / $3))::integer as place,
          sum(is_on - was_on)::integer as change
     from steps where is_on <> was_on group by 1 order by 1`,
);

const activeIds = prepared<{ user_id: number }>(
  "floor-active",
  "select user_id from psychics where account_status = 'Active'",
);

/**
 * How many psychics were on, and how many had promised to be, at each half hour of this New York
 * day. A day has 46 to 50 of them.
 */
export async function readFloorDay(pool: pg.Pool, now: Date): Promise<FloorDay> {
  const day = newYorkDay(now);
  const start = startOfNewYorkDay(day);
  const end = startOfNewYorkDay(addDays(day, 1));
  const active = await activeIds(pool, []);
  const [changes, promised] = await Promise.all([
    turns(pool, [new Date(start), now, step]),
    readPromised(
      pool,
      active.map(({ user_id }) => user_id),
      [day],
    ),
  ]);
  const hours = [...promised.values()].flat().map(({ from, to }) => ({
    from: Date.parse(from),
    to: Date.parse(to),
  }));
  const change = new Map(changes.map(({ place, change }) => [place, change]));
  let on = 0;
  const counts = Array.from({ length: (end - start) / step }, (_, place) => {
    const at = start + place * step;
    on += change.get(place) ?? 0;
    return {
      at: new Date(at).toISOString(),
      on: at <= now.getTime() ? on : null,
      promised: hours.filter(({ from, to }) => from <= at && at < to).length,
    };
  });
  return { day, counts };
}
