import type pg from "pg";
import { advisoryLocks } from "../db/advisory-locks.ts";
import { applyDefinitions } from "../db/definitions.ts";
import { lendClient } from "../db/lend-client.ts";
import { moveTables } from "../db/partitions/move-tables.ts";
import type { Job } from "./jobs.ts";

/** In milliseconds, well below `stopWithin` (jobs.ts). Another job continues. */
const runsAtMost = 8_000;

/** The next minute's job may be queued already; without this check, each job would add another. */
async function isQueued(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    "select from pgboss.job where name = 'move-rows' and state in ('created', 'retry') limit 1",
  );
  return (rowCount ?? 0) > 0;
}

/** Moves the rows of an earlier release's tables into partitions, if an upgrade left any. */
export const moveRows: Job<"move-rows"> = {
  name: "move-rows",
  cron: "* * * * *",
  storedFor: 3_600,
  async handle({ db, clock, jobs }) {
    const { rowCount } = await db.pool.query("select from partitioned_tables limit 1");
    if (!rowCount) return;
    const end = performance.now() + runsAtMost;
    let hasMore = true;
    while (hasMore && performance.now() < end) {
      hasMore = await lendClient(db.pool, (client) => moveTables(client, { now: clock(), end }));
    }
    // Some definitions need a table that the swap has just put in place. A process that is starting
    // has the lock, and applies them itself.
    await db.sql.transaction(async (trx) => {
      const free = "select pg_try_advisory_xact_lock(?) as is_free";
      const { rows } = await trx.raw(free, [advisoryLocks.migration]);
      if (rows[0].is_free) await applyDefinitions(trx);
    });
    if (hasMore && !(await isQueued(db.pool))) await jobs.send("move-rows", {});
  },
};
