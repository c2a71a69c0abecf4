import type pg from "pg";
import { advisoryLocks } from "#server/db/advisory-locks.ts";
import { lendClient } from "#server/db/lend-client.ts";
import { clockHours, hourLength } from "#shared/rules/clock-hours.ts";
import { hoursAWeek, weeksOfHours } from "#shared/rules/hours-that-pay.ts";
import { addDays } from "#shared/rules/new-york.ts";
import { weekOf } from "#shared/rules/schedule.ts";
import { callsOfHours, promisedSpans, readOn } from "./count-sources.ts";
import { sumColumns, weeksUpTo } from "./hours.ts";

/** Psychics who are counted in one transaction; their schedules take some milliseconds each. */
const portion = 10;

export const daysAWeek = 7;

/** The Sunday of the last week that is over. */
export const lastWholeWeek = (now: Date) => addDays(weekOf(now), -7);

type Column = (typeof sumColumns)[number];
/** By column, a figure for each hour of each week. */
type Figures = Record<Column, number[]>;

const emptyFigures = (): Figures => {
  const zeros = () => Array.from({ length: weeksOfHours * hoursAWeek }, () => 0);
  return {
    ...{ on_seconds: zeros(), promised_seconds: zeros(), paid_cents: zeros() },
    ...{ answered: zeros(), missed: zeros(), repeat_callers: zeros() },
  };
};

/** The list is ordered by the key, so that two runs lock rows in the same order. */
const store = `
  with counted as (
    select * from unnest($3::integer[], $4::date[], $5::smallint[],
                         ${sumColumns.map((_, place) => `$${place + 6}::bigint[]`).join(", ")})
      as c (psychic_id, week, hour, ${sumColumns.join(", ")})
  ), removed as (
    delete from psychic_hours h
     where h.week = any ($2::date[]) and h.psychic_id = any ($1::integer[])
       and not exists (select from counted c
                        where (c.psychic_id, c.week, c.hour) = (h.psychic_id, h.week, h.hour))
  )
  insert into psychic_hours as h (psychic_id, week, hour, ${sumColumns.join(", ")})
  select psychic_id, week, hour, ${sumColumns.join(", ")}
    from counted order by psychic_id, week, hour
  on conflict (psychic_id, week, hour) do update
     set ${sumColumns.map((column) => `${column} = excluded.${column}`).join(", ")}
   where (${sumColumns.map((column) => `h.${column}`).join(", ")})
         is distinct from (${sumColumns.map((column) => `excluded.${column}`).join(", ")})`;

/**
 * Counts the last eight whole weeks of the next psychics after this id again: so late events,
 * corrections and changed schedules are in it, whenever they came. Running twice changes nothing.
 * Simultaneous runs take turns: each sees what was committed before its turn.
 * @returns the last of the psychics; null if there were none.
 */
export function countNextHours(pool: pg.Pool, after: number, now: Date): Promise<number | null> {
  return inTurn(pool, async (client) => {
    const { rows } = await client.query<{ user_id: number; is_active: boolean }>(
      `select user_id, account_status = 'Active' as is_active from psychics
        where user_id > $1 and erased_at is null order by user_id limit ${portion}`,
      [after],
    );
    const ids = rows.map(({ user_id }) => user_id);
    if (ids.length === 0) return null;
    const weeks = weeksUpTo(lastWholeWeek(now));
    const active = rows.filter(({ is_active }) => is_active).map(({ user_id }) => user_id);
    const counted = await countFigures(client, weeks, ids, active);
    await client.query(store, [ids, weeks, ...columnsOf(counted, weeks)]);
    return ids.at(-1) ?? null;
  });
}

async function countFigures(
  client: pg.PoolClient,
  weeks: readonly string[],
  ids: readonly number[],
  active: readonly number[],
): Promise<Map<number, Figures>> {
  const [first = ""] = weeks;
  const hours = clockHours(first, weeks.length);
  const [start, end] = [hours[0]?.from ?? 0, (hours.at(-1)?.from ?? 0) + hourLength];
  const figures = new Map(ids.map((id) => [id, emptyFigures()]));
  const addSpan = (id: number, column: Column, from: number, to: number) => {
    const list = figures.get(id)?.[column];
    if (!list) return;
    for (let at = Math.max(from, start); at < Math.min(to, end); ) {
      const place = Math.floor((at - start) / hourLength);
      const { week, hour } = hours[place] ?? { week: 0, hour: 0 };
      const until = Math.min(to, end, start + (place + 1) * hourLength);
      const index = week * hoursAWeek + hour;
      list[index] = (list[index] ?? 0) + (until - at) / 1000;
      at = until;
    }
  };
  const { spans, knownSince } = await readOn(client, ids, start, end);
  for (const { psychic_id, from, to } of spans) addSpan(psychic_id, "on_seconds", from, to);
  for (const { psychic_id, from, to } of await promisedSpans(client, active, first)) {
    addSpan(psychic_id, "promised_seconds", from, to);
  }
  for (const row of await callsOfHours(client, ids, start, end)) {
    const own = figures.get(row.psychic_id);
    const index = weeks.indexOf(row.week) * hoursAWeek + row.hour;
    if (!own || index < 0) continue;
    for (const column of ["paid_cents", "answered", "missed", "repeat_callers"] as const) {
      own[column][index] = row[column];
    }
  }
  // Calls without the time in which they came would look like many in an hour.
  const starts = hours.filter(({ hour }) => hour === 0);
  for (const [id, own] of figures) {
    const known = knownSince.get(id) ?? end;
    const unknown = starts.filter(({ from }) => from < known).length * hoursAWeek;
    for (const column of sumColumns) own[column].fill(0, 0, unknown);
  }
  return figures;
}

/** The lists that the statement unnests: an entry for each hour with any figure. */
function columnsOf(counted: ReadonlyMap<number, Figures>, weeks: readonly string[]) {
  const [ids, days, hours]: [number[], string[], number[]] = [[], [], []];
  const figures = sumColumns.map((): number[] => []);
  for (const [id, own] of counted) {
    for (let index = 0; index < weeksOfHours * hoursAWeek; index++) {
      const row = sumColumns.map((column) => Math.round(own[column][index] ?? 0));
      if (row.every((figure) => figure === 0)) continue;
      ids.push(id);
      days.push(weeks[Math.floor(index / hoursAWeek)] ?? "");
      hours.push(index % hoursAWeek);
      for (const [place, figure] of row.entries()) figures[place]?.push(figure);
    }
  }
  return [ids, days, hours, ...figures];
}

const sumsOf = (from: string) =>
  sumColumns.map((column) => `sum(${from}.${column}) as ${column}`).join(", ");

/**
 * The groups' hours of a day of the week. A psychic belongs to the group of each of the languages and
 * approved categories, and to all.
 */
const countGroups = `
  insert into group_hours (brand, language, category, hour, ${sumColumns.join(", ")})
  select b.brand, l.language, c.category, s.hour, ${sumsOf("s")}
    from (select psychic_id, hour, ${sumsOf("h")} from psychic_hours h
           where week = any ($1::date[]) and hour / 24 = $2::integer
           group by psychic_id, hour) s
    join users u on u.id = s.psychic_id
    left join profile_details d on d.psychic_id = s.psychic_id and d.state = 'approved'
    left join listings o on o.psychic_id = s.psychic_id and o.status = 'Approved'
   cross join lateral (values (u.brand), ('')) b (brand)
   cross join lateral (select 0 as language union select d.language where d.language is not null
                       union select unnest(d.languages)) l
   cross join lateral (select 0 as category union select unnest(o.categories)) c
   group by 1, 2, 3, 4 order by 1, 2, 3, 4`;

/**
 * Notes that all psychics have been counted, and removes the hours of those who were erased
 * meanwhile.
 */
export function noteCounted(pool: pg.Pool, now: Date): Promise<void> {
  return inTurn(pool, async (client) => {
    await client.query(
      `delete from psychic_hours h using psychics p
        where p.user_id = h.psychic_id and p.erased_at is not null`,
    );
    await client.query(
      `insert into hours_state (last_week, counted_at) values ($1, $2)
         on conflict (single) do update
           set last_week = excluded.last_week, counted_at = excluded.counted_at`,
      [lastWholeWeek(now), now],
    );
  });
}

/**
 * Adds the psychics' hours up by brand, language and category, once all have been counted: those of
 * one day of the week, because a stopping process waits for it.
 * @param day 0 for Sunday to 6 for Saturday.
 */
export function countGroupHours(pool: pg.Pool, day: number, now: Date): Promise<void> {
  return inTurn(pool, async (client) => {
    await client.query("delete from group_hours where hour / 24 = $1::integer", [day]);
    await client.query(countGroups, [weeksUpTo(lastWholeWeek(now)), day]);
  });
}

/** Counts all psychics' hours, one portion after another. */
export async function countAllHours(pool: pg.Pool, now: Date): Promise<void> {
  let after: number | null = 0;
  while (after !== null) after = await countNextHours(pool, after, now);
  await noteCounted(pool, now);
  for (let day = 0; day < daysAWeek; day++) await countGroupHours(pool, day, now);
}

/**
 * The lock has a statement of its own: what follows sees what the other run has committed. The pool's
 * limit is for requests; the sums of all psychics take longer. It stays below the time after which a
 * job's connection gives up, so that no statement goes on, with the lock, for nobody.
 */
function inTurn<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return lendClient(pool, async (client) => {
    await client.query("begin; set local statement_timeout = 110000; set local lock_timeout = 0");
    await client.query("select pg_advisory_xact_lock($1)", [advisoryLocks.hours]);
    const result = await work(client);
    await client.query("commit");
    return result;
  });
}
