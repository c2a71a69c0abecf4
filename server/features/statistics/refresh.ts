import type pg from "pg";
import { advisoryLocks } from "#server/db/advisory-locks.ts";
import { lendClient } from "#server/db/lend-client.ts";
import { sumColumns, sumsOfDays, sumsOfReadings } from "#server/queries/reading-sums.ts";
import { startOfDay } from "#server/queries/start-of-day.ts";

/**
 * Changes of this many psychic-days make the planner's statistics outdated: analyze the roll-up.
 */
const manyDays = 10_000;

/** A refresh may take longer than the pool waits for any other statement (ms). */
const unlimited = { query_timeout: 2 ** 31 - 1 };

const columns = sumColumns.join(", ");

/**
 * One statement, so that the changes that it takes and the readings that it counts come from one
 * snapshot: a batch that commits in the meantime leaves its changes for the next refresh. Each
 * psychic-day is counted through the index, and unchanged rows are not rewritten.
 */
const refreshChanged = `
  with taken as (
    delete from statistics_changes where day between $1 and $2 returning psychic_id, day
  ), changed as (
    select distinct psychic_id, day from taken
  ), counted as materialized (
    select c.psychic_id, c.day, s.*
      from changed c
     cross join lateral (
       select ${sumsOfReadings()}
         from readings r
         join psychic_customers using (psychic_id, customer_id)
        where r.psychic_id = c.psychic_id
          and r.started_at >= ${startOfDay("$1::date")}
          and r.started_at < ${startOfDay("$2::date + 1")}
          and r.started_at >= ${startOfDay("c.day")}
          and r.started_at < ${startOfDay("c.day + 1")}
     ) s
  ), emptied as (
    delete from daily_statistics d
     using counted c
     where c.attempted = 0 and d.day = c.day and d.psychic_id = c.psychic_id
  ), written as (
    insert into daily_statistics as d (psychic_id, day, ${columns})
    select psychic_id, day, ${columns} from counted where attempted > 0
    on conflict (day, psychic_id) do update
       set ${sumColumns.map((column) => `${column} = excluded.${column}`).join(", ")}
     where (${sumColumns.map((column) => `d.${column}`).join(", ")})
           is distinct from (${sumColumns.map((column) => `excluded.${column}`).join(", ")})
  )
  select count(*)::int as days from counted`;

/** In the order of the primary key, so that a range of days is contiguous on disk. */
const countEverything = `
  with written as (
    insert into daily_statistics (psychic_id, day, ${columns})
    select r.psychic_id, r.day, ${sumsOfReadings()}
      from readings r
      join psychic_customers using (psychic_id, customer_id)
     group by r.day, r.psychic_id
     order by r.day, r.psychic_id
    returning 1
  )
  select count(*)::int as days from written`;

/** By table: SQL that fills it from daily_statistics, as the triggers do. */
const rollUps = {
  monthly_statistics: `
    insert into monthly_statistics (month, psychic_id, ${columns})
    select date_trunc('month', d.day), d.psychic_id, ${sumsOfDays()}
      from daily_statistics d group by 1, 2 order by 1, 2`,
  statistics_totals: `
    insert into statistics_totals (day, calls, minutes, revenue_cents, attempted)
    select day, sum(calls + chats), sum(call_minutes + chat_minutes),
           sum(call_revenue_cents + chat_revenue_cents), sum(attempted)
      from daily_statistics group by day order by day`,
};

/**
 * Brings the roll-up up to date with the changes since the last refresh (D22). The cost depends on
 * the number of changed psychic-days, not on the history. Simultaneous refreshes run one after the
 * other; a crash rolls back.
 * @returns how many psychic-days were counted again.
 */
export function refreshStatistics(pool: pg.Pool, now: Date): Promise<{ days: number }> {
  return runLocked(pool, now, async (client) => {
    // The planner cannot know how many changes there are. It must look up each day by index, and
    // never read a whole table for a join. Nor does it know that a day's readings are all in one
    // partition: it would materialize them and compare them with each customer of the psychic.
    await client.query(
      `set local enable_hashjoin = off; set local enable_mergejoin = off;
       set local enable_seqscan = off; set local enable_material = off`,
    );
    // Without these bounds the plan would use the index of every month in the history.
    const { rows } = await client.query<{ first: string | null; last: string | null }>(
      "select min(day) as first, max(day) as last from statistics_changes",
    );
    const { first = null, last = null } = rows[0] ?? {};
    return first === null || last === null ? 0 : countDays(client, refreshChanged, [first, last]);
  });
}

/**
 * Counts every psychic-day again from the readings. Until it commits, readers see the old figures.
 */
export function rebuildStatistics(pool: pg.Pool, now: Date): Promise<{ days: number }> {
  return runLocked(pool, now, async (client) => {
    // Reads everything once and joins in memory. The planner, which expects few matches, would look
    // up each customer by index, which takes ten times as long.
    await client.query("set local enable_nestloop = off; set local work_mem = '64MB'");
    // The triggers would look up each month to change it.
    await client.query("alter table daily_statistics disable trigger user");
    for (const table of ["statistics_changes", "daily_statistics", ...Object.keys(rollUps)]) {
      await client.query({ text: `delete from ${table}`, ...unlimited });
    }
    const days = await countDays(client, countEverything);
    for (const text of Object.values(rollUps)) await client.query({ text, ...unlimited });
    await client.query("alter table daily_statistics enable trigger user");
    return days;
  });
}

async function countDays(
  client: pg.PoolClient,
  text: string,
  values: string[] = [],
): Promise<number> {
  const { rows } = await client.query<{ days: number }>({ text, values, ...unlimited });
  return rows[0]?.days ?? 0;
}

function runLocked(
  pool: pg.Pool,
  now: Date,
  work: (client: pg.PoolClient) => Promise<number>,
): Promise<{ days: number }> {
  return lendClient(pool, async (client) => {
    // The pool's limits are for requests; the refresh after the first import takes longer, and a
    // second refresh waits for the first. The lock has a statement of its own: the snapshot of the
    // next one then includes what the other refresh has committed.
    const text = `begin; set local statement_timeout = 0; set local lock_timeout = 0;
      select pg_advisory_xact_lock(${advisoryLocks.statisticsRefresh})`;
    await client.query({ text, ...unlimited });
    const days = await work(client);
    if (days >= manyDays)
      await client.query({
        text: "analyze daily_statistics, monthly_statistics, statistics_totals",
        ...unlimited,
      });
    await client.query(
      "update statistics_state set number = number + 1, refreshed_at = $1 where single",
      [now],
    );
    await client.query("commit");
    return { days };
  });
}
