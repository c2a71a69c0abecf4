import pg from "pg";
import { StartError } from "#server/start-error.ts";
import { advisoryLocks } from "../advisory-locks.ts";
import { lendClient } from "../lend-client.ts";
import { isTooBusy, lockBriefly, withBriefLock } from "./brief-lock.ts";
import { dropDetached, dropOldMonths } from "./drop-months.ts";
import { listColumns } from "./list-columns.ts";
import {
  addMonths,
  boundsOf,
  findParent,
  inMonth,
  listMonths,
  monthOf,
  monthText,
  partitionOf,
  straysOf,
} from "./months.ts";
import {
  type PartitionedName,
  type PartitionedTable,
  partitionedTable,
  partitionedTables,
} from "./partitioned-tables.ts";

/** Partitions exist for this month and for this many months after it. */
export const monthsAhead = 3;
/** A month with more strays keeps them: moving them would hold up others for too long. */
export const straysAtMost = 1_000;

/** What making a month may cost. */
interface Limits {
  /** Rows that are looked at to find the months of strays. */
  lookedAt: number;
  /** Strays of a month that are moved. */
  strays: number;
  /** Milliseconds that a statement may take while others wait for the table; 0: as many as it needs. */
  locked: number;
}
const briefly: Limits = { lookedAt: 100_000, strays: straysAtMost, locked: 150 };
const completely: Limits = {
  lookedAt: Number.MAX_SAFE_INTEGER,
  strays: Number.MAX_SAFE_INTEGER,
  locked: 0,
};

/** Earlier dates are mistakes. */
const earliestMonth = "2000-01";

/**
 * Makes the partitions of the coming months and of strays, and drops those whose rows have all
 * reached the end of their life.
 */
export async function keepMonths(client: pg.ClientBase, now: Date): Promise<void> {
  for (const table of partitionedTables) {
    await makeComingMonths(client, table, now);
    await makeStrayMonths(client, table, now, briefly);
    await dropOldMonths(client, table, now);
  }
  // PostgreSQL does this by itself for each partition, but never for the whole table.
  for (const { name } of partitionedTables) await analyzeWhole(client, `public.${name}`);
}

/**
 * Makes the months of all strays, however many a month has. Statements of the table wait while the
 * strays are moved: some seconds for a million. Dates that are mistakes remain strays.
 * @returns the new partitions.
 * @throws StartError as `makeMonthsOf` does.
 */
export async function makeAllMonths(client: pg.ClientBase, now: Date): Promise<string[]> {
  const made: string[] = [];
  for (const table of partitionedTables) {
    const before = await listMonths(client, table.name);
    await makeStrayMonths(client, table, now, completely).catch(explainTooBusy);
    const after = await listMonths(client, table.name);
    const added = after.filter((month) => !before.includes(month));
    made.push(...added.map((month) => partitionOf(table.name, month)));
  }
  return made;
}

/**
 * Reads a sample of the rows for the planner. Takes seconds, and blocks no statement. Skips a table
 * that PostgreSQL is vacuuming or analyzing at that moment.
 */
export async function analyzeWhole(client: pg.ClientBase, table: string): Promise<void> {
  await withBriefLock(client, async () => {
    await client.query("set local statement_timeout = 0");
    await client.query(`analyze (skip_locked) only ${table}`);
  });
}

/**
 * Makes the coming months at a start, before the portal serves. If it is too busy for that, the
 * daily job does it: the months of today were made long ago.
 */
export async function startMonths(databaseUrl: string, now: Date): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => {});
  await client.connect();
  try {
    for (const table of partitionedTables) await makeComingMonths(client, table, now);
  } catch (error) {
    if (!isTooBusy(error)) throw error;
  } finally {
    await client.end();
  }
}

/**
 * Makes the months of rows that are about to be stored, so that they do not become strays.
 * @throws StartError if others use the table for so long that no attempt got its lock.
 */
export function makeMonthsOf(
  pool: pg.Pool,
  name: PartitionedName,
  instants: readonly string[],
): Promise<void> {
  const months = [...new Set(instants.map((at) => monthOf(new Date(at))))].sort();
  return lendClient(pool, async (client) => {
    await makeMonths(client, partitionedTable(name), months, new Date()).catch(explainTooBusy);
  });
}

function explainTooBusy(error: unknown): never {
  if (!isTooBusy(error)) throw error;
  throw new StartError(
    "No partition can be made now: a backup runs, or the database is too busy. Try again later",
  );
}

export async function makeComingMonths(
  client: pg.ClientBase,
  table: PartitionedTable,
  now: Date,
): Promise<void> {
  const coming = Array.from({ length: monthsAhead + 1 }, (_, count) =>
    addMonths(monthOf(now), count),
  );
  await makeMonths(client, table, coming, now);
}

/** Makes the missing partitions of these months. Rows with mistaken dates remain strays. */
export async function makeMonths(
  client: pg.ClientBase,
  table: PartitionedTable,
  months: readonly string[],
  now: Date,
): Promise<void> {
  const present = await listMonths(client, table.name);
  const last = addMonths(monthOf(now), monthsAhead);
  for (const month of months) {
    const isSensible = month >= earliestMonth && month <= last;
    if (isSensible && !present.includes(month)) await makeMonth(client, table, month);
  }
}

/** Makes the months of strays, without those that have too many strays to be moved. */
async function makeStrayMonths(
  client: pg.ClientBase,
  table: PartitionedTable,
  now: Date,
  limits: Limits,
): Promise<void> {
  const { name, by, keep = "false" } = table;
  const { rows } = await client.query<{ month: string }>(
    `select month
       from (select ${monthText(by)} as month from ${straysOf(name)}
              where not (${keep}) limit ${limits.lookedAt}) s
      where month between $1 and $2
      group by month having count(*) <= ${limits.strays} order by month`,
    [earliestMonth, addMonths(monthOf(now), monthsAhead)],
  );
  for (const { month } of rows) await makeMonth(client, table, month, limits);
}

/**
 * Makes a partition beside the table, moves the month's strays into it and attaches it. A statement
 * looks up the partitions after it has locked the table. So this locks the table itself first:
 * attaching alone would not make statements wait there, and one that waited for the strays instead
 * would not know the new partition.
 */
async function makeMonth(
  client: pg.ClientBase,
  table: PartitionedTable,
  month: string,
  limits = briefly,
): Promise<void> {
  const { name, by, own } = table;
  const partition = partitionOf(name, month);
  const strays = straysOf(name);
  await dropDetached(client, name);
  await withBriefLock(client, async () => {
    await client.query("select pg_advisory_xact_lock($1)", [advisoryLocks.partitions]);
    const parent = await findParent(client, name);
    if (parent === null || (await listMonths(client, name)).includes(month)) return;
    const { rows } = await client.query<{ count: string; is_detached: boolean }>(
      `select (select count(*) from (select from ${strays} where ${inMonth(by, month)}
                                      limit ${limits.strays}::bigint + 1) s) as count,
              to_regclass('${partition}') is not null as is_detached`,
    );
    // A detached month stays until the backup that has it in its snapshot ends.
    if (rows[0]?.is_detached || Number(rows[0]?.count) > limits.strays) return;
    await client.query(
      `create table ${partition} (like ${parent}
         including defaults including constraints including generated)`,
    );
    if (own) await client.query(own(partition));
    const columns = (await listColumns(client, strays)).join(", ");
    await lockBriefly(client, parent);
    // The rows are not deleted, only moved: the audit trail's guard does not apply. Each statement
    // reads all strays, so its time limit counts even for a month of few rows.
    await client.query(`set local statement_timeout = ${limits.locked}`);
    await client.query(`
      lock table ${strays} in access exclusive mode;
      alter table ${strays} disable trigger user;
      insert into ${partition} (${columns})
        select ${columns} from ${strays} where ${inMonth(by, month)};
      delete from ${strays} where ${inMonth(by, month)};
      alter table ${strays} enable trigger user;
      alter table ${parent} attach partition ${partition} ${boundsOf(month)};
    `);
  });
}
