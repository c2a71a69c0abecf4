import { connect } from "#server/db/connection.ts";
import { refreshStatistics } from "#server/features/statistics/refresh.ts";
import { connectTo } from "../support/database.ts";
import type { BenchDatabase } from "./data.ts";
import { lastDay, psychics } from "./dataset.ts";
import { median } from "./load.ts";
import { type Line, time } from "./report.ts";

/** A small database may have fewer psychic-days to change. */
const changedAtMost = 1_000;
const psychicsARound = 200;

/** Compares a refresh after some changed psychic-days with a count of everything from scratch. */
export async function incrementalRefresh(
  database: BenchDatabase,
  name: string,
  rounds: number,
): Promise<Line> {
  const times: number[] = [];
  let changed = 0;
  for (let round = 0; round <= rounds; round++) {
    const done = await refreshOnce(database.url, round);
    changed = done.changed;
    if (round > 0) times.push(done.milliseconds);
  }
  const refresh = median(times);
  return {
    name: `refresh of ${changed.toLocaleString("en-US")} of ${database.rebuild.days} psychic-days, ${name} (bare: rebuild)`,
    portal: time(refresh),
    bare: time(database.rebuild.milliseconds),
    ratio: refresh / database.rebuild.milliseconds,
    target: database.readings >= 10_000_000 ? { most: 1 / 500 } : undefined,
  };
}

/** Makes some psychic-days wrong, and measures the refresh that repairs them. */
export async function refreshOnce(
  databaseUrl: string,
  round: number,
): Promise<{ changed: number; milliseconds: number }> {
  const client = await connectTo(databaseUrl);
  const db = connect(databaseUrl, { onError: () => {}, poolSize: 1 });
  try {
    // Change the latest weeks first, because new readings and ratings belong to them. Take other
    // psychics in each round. Make the rows wrong, so that the refresh must write each one.
    const { rowCount } = await client.query(
      `with picked as (
         select psychic_id, day from daily_statistics
          where psychic_id between 2 + $2::int * $4::int and 1 + ($2::int + 1) * $4::int
          order by ($3::date - day) / 7,
                   hashint8(psychic_id::bigint * 1000 + (day - date '2020-01-01')) limit $1
       ), noted as (
         insert into statistics_changes select psychic_id, day from picked
       )
       update daily_statistics d set attempted = d.attempted + 1
         from picked p where d.psychic_id = p.psychic_id and d.day = p.day`,
      [changedAtMost, round % (psychics / psychicsARound), lastDay, psychicsARound],
    );
    const changed = rowCount ?? 0;
    const started = performance.now();
    const { days } = await refreshStatistics(db.pool, new Date());
    if (days === 0 || days !== changed) throw new Error(`${days} psychic-days refreshed`);
    return { changed, milliseconds: performance.now() - started };
  } finally {
    await client.end();
    await db.close();
  }
}
