import pg from "pg";
import { StartError } from "#server/start-error.ts";
import { lendClient } from "../lend-client.ts";
import { isTooBusy, withBriefLock } from "./brief-lock.ts";
import { dropOldMonths } from "./drop-months.ts";
import { anyCost, type Cost, littleCost, makeMonth } from "./make-month.ts";
import { addMonths, listMonths, monthOf, monthText, partitionOf, straysOf } from "./months.ts";
import {
  type PartitionedName,
  type PartitionedTable,
  partitionedTable,
  partitionedTables,
} from "./partitioned-tables.ts";

/** Partitions exist for this month and for this many months after it. */
export const monthsAhead = 3;
/** Earlier dates are mistakes. */
const earliestMonth = "2000-01";

/**
 * Makes the partitions of the coming months and of months that have strays, and drops those whose
 * rows have all reached the end of their life.
 */
export async function keepMonths(client: pg.ClientBase, now: Date): Promise<void> {
  await forEachTable(async (table) => {
    await makeComingMonths(client, table, now);
    await makeStrayMonths(client, table, now, littleCost);
    await dropOldMonths(client, table, now);
  });
  // PostgreSQL does this by itself for each partition, but never for the whole table.
  for (const { name } of partitionedTables) await analyzeWhole(client, `public.${name}`);
}

/** Works on every table, even after a failure. @throws the first error at the end. */
async function forEachTable(work: (table: PartitionedTable) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  for (const table of partitionedTables) {
    await work(table).catch((error) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
}

/**
 * Makes the months of all strays, however many a month has. Statements of the table wait while the
 * strays are moved: some seconds for a million. Dates that are mistakes remain strays.
 * @returns the new partitions.
 * @throws StartError as `makeMonthsOf` does.
 */
export async function makeAllMonths(client: pg.ClientBase, now: Date): Promise<string[]> {
  const made: string[] = [];
  await forEachTable(async (table) => {
    const before = await listMonths(client, table.name);
    await makeStrayMonths(client, table, now, anyCost).catch(explainTooBusy);
    await makeComingMonths(client, table, now, anyCost).catch(explainTooBusy);
    const after = await listMonths(client, table.name);
    const added = after.filter((month) => !before.includes(month));
    made.push(...added.map((month) => partitionOf(table.name, month)));
  });
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
 * Makes the coming months at a start, before this process serves. If that fails, the process starts
 * all the same: this month's partitions were made long ago, and the nightly job tries again and
 * reports its error.
 */
export async function startMonths(databaseUrl: string, now: Date): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => {});
  await client.connect();
  try {
    await forEachTable((table) => makeComingMonths(client, table, now)).catch(() => {});
  } finally {
    await client.end();
  }
}

/**
 * Makes the months of rows that are about to be stored, so that they do not become strays.
 * @throws StartError if a month cannot be made now.
 */
export function makeMonthsOf(
  pool: pg.Pool,
  name: PartitionedName,
  instants: readonly string[],
): Promise<void> {
  const months = [...new Set(instants.map((at) => monthOf(new Date(at))))].sort();
  return lendClient(pool, async (client) => {
    const table = partitionedTable(name);
    const [lacking] = await makeMonths(client, table, months, new Date()).catch(explainTooBusy);
    if (lacking !== undefined) {
      throw new StartError(
        `${name} has no partition for ${lacking}. If a backup runs, try again after it; otherwise run npm run months first`,
      );
    }
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
  cost = littleCost,
): Promise<void> {
  const coming = Array.from({ length: monthsAhead + 1 }, (_, count) =>
    addMonths(monthOf(now), count),
  );
  await makeMonths(client, table, coming, now, cost);
}

/**
 * Makes the missing partitions of these months. Rows with mistaken dates remain strays.
 * @returns the months that it could not make at this cost.
 */
export async function makeMonths(
  client: pg.ClientBase,
  table: PartitionedTable,
  months: readonly string[],
  now: Date,
  cost = littleCost,
): Promise<string[]> {
  const present = await listMonths(client, table.name);
  const last = addMonths(monthOf(now), monthsAhead);
  const lacking: string[] = [];
  for (const month of months) {
    const isSensible = month >= earliestMonth && month <= last;
    if (!isSensible || present.includes(month)) continue;
    if (!(await makeMonth(client, table, month, cost))) lacking.push(month);
  }
  return lacking;
}

/** Makes the months of strays, without those that have too many strays to be moved. */
async function makeStrayMonths(
  client: pg.ClientBase,
  table: PartitionedTable,
  now: Date,
  cost: Cost,
): Promise<void> {
  const { name, by, keep = "false" } = table;
  const { rows } = await client.query<{ month: string }>(
    `select month
       from (select ${monthText(by)} as month from ${straysOf(name)}
              where not (${keep}) limit ${cost.allStrays}) s
      where month between $1 and $2
      group by month having count(*) <= ${cost.strays} order by month`,
    [earliestMonth, addMonths(monthOf(now), monthsAhead)],
  );
  for (const { month } of rows) await makeMonth(client, table, month, cost);
}
