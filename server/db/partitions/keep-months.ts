import pg from "pg";
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
/** Milliseconds that others may wait for the strays. */
const lockedAtMost = 150;
/** Rows that are looked at to find the months of strays. */
const lookedAt = 100_000;
/** Earlier dates are mistakes. */
const earliestMonth = "2000-01";

/**
 * Makes the partitions of the coming months and of strays, and drops those whose rows have all
 * reached the end of their life.
 */
export async function keepMonths(client: pg.ClientBase, now: Date): Promise<void> {
  for (const table of partitionedTables) {
    await makeComingMonths(client, table, now);
    for (const month of await strayMonths(client, table, now))
      await makeMonth(client, table, month);
    await dropOldMonths(client, table, now);
  }
  // PostgreSQL does this by itself for each partition, but never for the whole table.
  for (const { name } of partitionedTables) await analyzeWhole(client, `public.${name}`);
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

/** Makes the months of rows that are about to be stored, so that they do not become strays. */
export function makeMonthsOf(
  pool: pg.Pool,
  name: PartitionedName,
  instants: readonly string[],
): Promise<void> {
  const months = [...new Set(instants.map((at) => monthOf(new Date(at))))].sort();
  return lendClient(pool, async (client) => {
    await makeMonths(client, partitionedTable(name), months, new Date()).catch((error) => {
      if (!isTooBusy(error)) throw error;
    });
  });
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

/** The months of strays, without those that have too many strays to be moved. */
async function strayMonths(
  client: pg.ClientBase,
  { name, by, keep = "false" }: PartitionedTable,
  now: Date,
): Promise<string[]> {
  const { rows } = await client.query<{ month: string }>(
    `select month
       from (select ${monthText(by)} as month from ${straysOf(name)}
              where not (${keep}) limit ${lookedAt}) s
      where month between $1 and $2
      group by month having count(*) <= ${straysAtMost} order by month`,
    [earliestMonth, addMonths(monthOf(now), monthsAhead)],
  );
  return rows.map(({ month }) => month);
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
): Promise<void> {
  const { name, by, own } = table;
  const partition = partitionOf(name, month);
  const strays = straysOf(name);
  await dropDetached(client, name);
  await withBriefLock(client, async () => {
    await client.query("select pg_advisory_xact_lock($1)", [advisoryLocks.partitions]);
    const parent = await findParent(client, name);
    if (parent === null || (await listMonths(client, name)).includes(month)) return;
    const found = await client.query(
      `select from ${strays} where ${inMonth(by, month)} limit ${straysAtMost + 1}`,
    );
    if ((found.rowCount ?? 0) > straysAtMost) return;
    await client.query(
      `create table ${partition} (like ${parent}
         including defaults including constraints including generated)`,
    );
    if (own) await client.query(own(partition));
    const columns = (await listColumns(client, strays)).join(", ");
    await lockBriefly(client, parent);
    // The rows are not deleted, only moved: the audit trail's guard does not apply. Each statement
    // reads all strays: with millions of them, no month is made rather than hold others up.
    await client.query(`set local statement_timeout = ${lockedAtMost}`);
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
