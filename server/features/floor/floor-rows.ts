import type pg from "pg";
import { prepared } from "#server/db/connection.ts";
import { readSchedulePlans, type SchedulePlan } from "#server/queries/schedule-plans.ts";
import { stateSince } from "#server/queries/state-since.ts";
import type { FloorPsychic } from "#shared/floor.ts";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import {
  exceptionHours,
  type PlannedException,
  type PlannedSegment,
  segmentHours,
  withExceptions,
} from "#shared/rules/promised-hours.ts";

/** Psychics who are read with one query. */
export const floorPortion = 1_000;

type Person = Omit<FloorPsychic, "promised" | "next_call">;

/** $2 is now. */
const columns = `
  select p.user_id, u.username, u.brand, p.manager_id,
         array_remove(d.language || d.languages, null) as languages, a.code,
         coalesce(span.since, a.at) as since
    from psychics p
    join users u on u.id = p.user_id
    left join profile_details d on d.psychic_id = p.user_id and d.state = 'approved'
    left join availability a on a.psychic_id = p.user_id
    left join lateral (${stateSince("$2")}) span on true
   where p.account_status = 'Active'`;

const peopleOf = prepared<Person>(
  "floor-psychics",
  `${columns} and p.user_id = any ($1) order by p.user_id`,
);
const peopleAfter = prepared<Person>(
  "floor-psychics-after",
  `${columns} and p.user_id > $1 order by p.user_id limit ${floorPortion}`,
);

const nextCallsOf = prepared<{ psychic_id: number } & NonNullable<FloorPsychic["next_call"]>>(
  "floor-calls",
  // The expression of the statuses is that of the index.
  `select distinct on (c.psychic_id) c.psychic_id, c.at, c.minutes, c.channel, a.answer
     from scheduled_calls c
     left join lateral (
       select a.answer from call_answers a
        where a.psychic_id = c.psychic_id and a.call_id = c.id and a.call_at = c.at
        order by a.answered_at desc, a.answer limit 1) a on true
    where c.psychic_id = any ($1) and c.status in ('booked', 'changed')
      and c.at > $2::timestamptz - interval '5 minutes'
      and c.at < $2::timestamptz + interval '7 days'
      and (c.at > $2
           or (a.answer is null or a.answer = 'cannot')
              -- Who is busy may be on the call.
              and not exists (select from availability v
                               where v.psychic_id = c.psychic_id and v.code = 'B'))
    order by c.psychic_id, c.at`,
);

type Promised = FloorPsychic["promised"];

/**
 * Promised hours of many psychics. Times repeat from psychic to psychic, and to convert one takes
 * 0.1 ms, so each is converted once.
 */
function hoursOfMany(days: readonly string[]) {
  const hoursOf = once((segment: PlannedSegment) =>
    days.flatMap((day) => segmentHours(segment, day)),
  );
  const exceptionOf = once((exception: PlannedException) =>
    days.flatMap((day) => exceptionHours(exception, day)),
  );
  return ({ week, exceptions }: SchedulePlan): Promised =>
    withExceptions(week.flatMap(hoursOf), exceptions.flatMap(exceptionOf)).map((span) => ({
      ...span,
      from: new Date(span.from).toISOString(),
      to: new Date(span.to).toISOString(),
    }));
}

/** Computes the result for each input once; equal inputs share it. */
function once<In, Out>(compute: (given: In) => Out): (given: In) => Out {
  const known = new Map<string, Out>();
  return (given) => {
    const key = JSON.stringify(given);
    const result = known.get(key) ?? compute(given);
    known.set(key, result);
    return result;
  };
}

const byPsychic = <Row extends { psychic_id: number }>(rows: readonly Row[]) =>
  Map.groupBy(rows, ({ psychic_id }) => psychic_id);

/**
 * The promised hours of each of these psychics on these New York days.
 * @param days following days, in order.
 */
export async function readPromised(
  pool: pg.Pool | pg.PoolClient,
  ids: readonly number[],
  days: readonly [first: string, ...rest: string[]],
): Promise<Map<number, Promised>> {
  const promisedIn = hoursOfMany(days);
  const plans = await readSchedulePlans(pool, ids, days);
  return new Map([...plans].map(([psychicId, plan]) => [psychicId, promisedIn(plan)]));
}

/** Those of these psychics who are Active, in the order of their ids. */
export const readFloorOf = async (pool: pg.Pool, ids: readonly number[], now: Date) =>
  withPlans(pool, await peopleOf(pool, [ids, now]), now);

/** The next `floorPortion` Active psychics after this id, in the order of their ids. */
export const readFloorAfter = async (pool: pg.Pool, id: number, now: Date) =>
  withPlans(pool, await peopleAfter(pool, [id, now]), now);

async function withPlans(
  pool: pg.Pool,
  people: readonly Person[],
  now: Date,
): Promise<FloorPsychic[]> {
  const ids = people.map(({ user_id }) => user_id);
  const today = newYorkDay(now);
  const [promised, booked] = await Promise.all([
    readPromised(pool, ids, [today, addDays(today, 1)]),
    nextCallsOf(pool, [ids, now]),
  ]);
  const calls = byPsychic(booked);
  return people.map((person) => {
    const [call] = calls.get(person.user_id) ?? [];
    return {
      ...person,
      languages: person.languages ?? [],
      promised: promised.get(person.user_id) ?? [],
      next_call: call
        ? { at: call.at, minutes: call.minutes, channel: call.channel, answer: call.answer }
        : null,
    };
  });
}
