import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { advisoryLocks } from "../advisory-locks.ts";
import { isTooBusy, lockBriefly, withBriefLock } from "./brief-lock.ts";
import { analyzeWhole, makeComingMonths } from "./keep-months.ts";
import { listMonths, partitionOf } from "./months.ts";
import { applyChanges, copyRows, noteChanges } from "./move-rows.ts";
import {
  type PartitionedName,
  type PartitionedTable,
  partitionedTable,
} from "./partitioned-tables.ts";
import { swapTable } from "./swap-table.ts";

/** The first migration of the releases that can use the partitioned tables without help. */
const migration = "20260128_partitions.ts";
/** The floor before the upgrade. */
const earliest = "20260110_schema_floor.ts";

/** How long operators can go back to the earlier release after an upgrade. */
const goingBack = "7 days";

/**
 * Processes of the earlier release need a unique index of (source, external_id), which a
 * partitioned table cannot have: they keep the old table.
 */
const isSwappedLast = ({ name }: PartitionedTable) => name === "logins";

/**
 * Goes on moving the rows of an earlier release's tables into partitions, until `end`
 * (`performance.now`), unless another process does. Every step can be interrupted at any point.
 * @returns whether there is more to do now.
 */
export async function moveTables(
  client: pg.ClientBase,
  times: { now: Date; end: number },
): Promise<boolean> {
  const lock = [advisoryLocks.partitions, 1];
  const { rows } = await client.query("select pg_try_advisory_lock($1, $2) as is_free", lock);
  if (!rows[0].is_free) return false;
  const hasMore = await moveOn(client, times);
  await client.query("select pg_advisory_unlock($1, $2)", lock);
  return hasMore;
}

async function moveOn(client: pg.ClientBase, times: { now: Date; end: number }): Promise<boolean> {
  try {
    let hasMore = false;
    for (const { name, stage } of await unfinished(client)) {
      const table = partitionedTable(name);
      if (stage === "waiting") {
        await makeComingMonths(client, table, times.now);
        await noteChanges(client, table);
        hasMore = true;
      } else if (stage === "copying") {
        hasMore = true;
        await copyRows(client, table, times);
      } else {
        await analyzeOnce(client, table);
        if (!(await catchUp(client, table, times.end))) return true;
        if (!isSwappedLast(table)) hasMore = !(await tryToSwap(client, table)) || hasMore;
      }
    }
    if (!hasMore) await finish(client, times.end);
    return hasMore;
  } catch (error) {
    if (isTooBusy(error)) return true;
    throw error;
  }
}

/** An attempt holds others up for a moment, so a failed one is followed by a pause. */
async function tryToSwap(client: pg.ClientBase, table: PartitionedTable): Promise<boolean> {
  const isDone = await swapTable(client, table).catch((error) => {
    if (isTooBusy(error)) return false;
    throw error;
  });
  if (!isDone) await pause(500 + Math.random() * 500);
  return isDone;
}

interface Move {
  name: PartitionedName;
  stage: "waiting" | "copying" | "catching up";
}

async function unfinished(client: pg.ClientBase): Promise<Move[]> {
  const { rows } = await client.query<Move>(
    "select name, stage from partitioned_tables where stage <> 'done' order by name",
  );
  return rows;
}

/**
 * Analyzes the new table once: first its partitions, last the whole table, whose figures show that
 * all is analyzed. Otherwise, after the swap, the planner would take the partitions for empty.
 */
async function analyzeOnce(client: pg.ClientBase, { name }: PartitionedTable): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_class where oid = $1::regclass and reltuples < 0",
    [`partitioned.${name}`],
  );
  if (rowCount === 0) return;
  for (const month of await listMonths(client, name)) {
    await analyzeWhole(client, partitionOf(name, month));
  }
  if (name === "readings") await analyzeWhole(client, "partitioned.reading_ids");
  await analyzeWhole(client, `partitioned.${name}`);
}

/** @returns whether so few changes are left that a swap can apply them. */
async function catchUp(
  client: pg.ClientBase,
  table: PartitionedTable,
  end: number,
): Promise<boolean> {
  let count: number;
  do {
    count = await withBriefLock(client, () => applyChanges(client, table));
  } while (count >= 100 && performance.now() < end);
  return count < 100;
}

/**
 * Removes what only the earlier release needs, once the time to go back to it is over. From then on
 * the earlier release does not start on this database.
 */
async function finish(client: pg.ClientBase, end: number): Promise<void> {
  const { rows } = await client.query<{ is_due: boolean }>(
    `select count(*) > 0
         and count(*) filter (where name <> 'logins' and stage <> 'done') = 0
         and max(changed_at) filter (where name <> 'logins') < now() - interval '${goingBack}' as is_due
       from partitioned_tables`,
  );
  if (!rows[0]?.is_due) return;
  if (await hasEarlierProcesses(client)) {
    await setFloor(client, earliest);
    return;
  }
  // A process of the earlier release may be starting now. The next job sees its connections.
  if (await setFloor(client, migration)) return;
  const left = await unfinished(client);
  for (const { name } of left) {
    if (!(await catchUp(client, partitionedTable(name), end))) return;
    if (!(await tryToSwap(client, partitionedTable(name)))) return;
  }
  for (const name of ["readings", "audit_trail", "logins", "platform_events"]) {
    // Some also lock a table they refer to, such as users. If that is in use, the next job tries.
    const drop = () => client.query(`drop table if exists unpartitioned.${name}`);
    await withBriefLock(client, drop, 3);
  }
  await withBriefLock(client, async () => {
    await lockBriefly(client, "public.readings");
    await client.query("drop index if exists public.readings_by_connection");
  });
  await withBriefLock(client, async () => {
    // Dropping the schema drops `leave_row`, and with it the trigger on each partition.
    await lockBriefly(client, "public.platform_events");
    await client.query(`
      drop schema unpartitioned cascade;
      drop schema partitioned;
      delete from partitioned_tables;
    `);
  });
}

/** Moves the floor between the two releases' migrations. @returns whether it was another one. */
async function setFloor(client: pg.ClientBase, to: string): Promise<boolean> {
  const { rowCount } = await client.query(
    "update schema_floor set migration = $1 where migration in ($2, $3) and migration <> $1",
    [to, earliest, migration],
  );
  return rowCount !== 0;
}

/** Whether a process of an earlier release is connected; only newer ones name their release. */
async function hasEarlierProcesses(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity
      where datname = current_database() and application_name ~ '^portal(-jobs)?( \\d+)?$'
        and coalesce(substring(application_name from '\\d+$'), '') < $1
      limit 1`,
    [migration.slice(0, 8)],
  );
  return (rowCount ?? 0) > 0;
}
