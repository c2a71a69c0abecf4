import type pg from "pg";
import { endOfLife } from "#server/life.ts";
import { advisoryLocks } from "../advisory-locks.ts";
import { heldBackupLock } from "../backup-lock.ts";
import { lockBriefly, withBriefLock } from "./brief-lock.ts";
import { listColumns } from "./list-columns.ts";
import { findParent, listMonths, monthOf, partitionOf } from "./months.ts";
import type { PartitionedTable } from "./partitioned-tables.ts";

/**
 * Drops the months whose rows have all reached the end of their life, by the database's clock, too:
 * ours may be ahead. PostgreSQL cannot detach a partition without a lock (CONCURRENTLY) while there
 * is a partition of strays.
 */
export async function dropOldMonths(
  client: pg.ClientBase,
  table: PartitionedTable,
  now: Date,
): Promise<void> {
  const { name, life } = table;
  if (life === null) return;
  const { rows } = await client.query<{ end: Date }>(
    "select least($1::timestamptz, now() - make_interval(days => $2)) as end",
    [endOfLife(life, now), life.days],
  );
  const end = new Date(rows[0]?.end ?? 0);
  const months = await listMonths(client, name);
  for (const month of months.filter((month) => month < monthOf(end))) {
    await detachMonth(client, table, month);
  }
  await dropDetached(client, name);
}

/**
 * Whether a backup is running. It fails if we drop a table of its snapshot before it has copied
 * that table.
 */
async function isBackedUp(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(heldBackupLock);
  return rowCount !== 0;
}

/** The comment of a month that the portal detached. Other tables of such a name are not ours. */
export const detachedMark = "Detached by the portal, to be dropped";

/**
 * Whether this is a table that the portal detached and could not drop yet.
 * @throws Error if it is somebody else's table: then the month cannot be made.
 */
export async function isDetached(client: pg.ClientBase, partition: string): Promise<boolean> {
  const { rows } = await client.query<{ comment: string | null }>(
    "select obj_description(oid, 'pg_class') as comment from pg_class where oid = to_regclass($1)",
    [partition],
  );
  const [table] = rows;
  if (table && table.comment !== detachedMark) {
    throw new Error(
      `${partition} is a table of its own, so its month gets no partition. Rename that table, or attach it`,
    );
  }
  return table !== undefined;
}

/**
 * Takes a month out of its table. Nobody reads it from then on, so dropping it may take its time.
 * While a backup runs, the month stays until the next night.
 */
function detachMonth(
  client: pg.ClientBase,
  { name, keep }: PartitionedTable,
  month: string,
): Promise<void> {
  const partition = partitionOf(name, month);
  return withBriefLock(client, async () => {
    await client.query("select pg_advisory_xact_lock($1)", [advisoryLocks.partitions]);
    const parent = await findParent(client, name);
    if (parent === null || !(await listMonths(client, name)).includes(month)) return;
    if (await isBackedUp(client)) return;
    await lockBriefly(client, parent);
    await client.query(`
      alter table ${parent} detach partition ${partition};
      comment on table ${partition} is '${detachedMark}';
    `);
    if (keep) {
      const columns = (await listColumns(client, partition)).join(", ");
      await client.query(
        `insert into ${parent} (${columns}) overriding system value
           select ${columns} from ${partition} where ${keep}`,
      );
    }
  });
}

/**
 * Drops detached months, including those that a killed process left. Dropping one drops its foreign
 * key, too, which locks the table referred to. So each drop has its own transaction, and locks no
 * other table that is in use.
 */
export async function dropDetached(client: pg.ClientBase, name: string): Promise<void> {
  let isDone = false;
  while (!isDone) {
    isDone = await withBriefLock(client, async () => {
      await client.query("select pg_advisory_xact_lock($1)", [advisoryLocks.partitions]);
      const { rows } = await client.query<{ table: string }>(
        `select oid::regclass::text as table from pg_class
          where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition
            and relname ~ ('^' || $1 || '_\\d{4}_\\d\\d$')
            and obj_description(oid, 'pg_class') = $2
          limit 1`,
        [name, detachedMark],
      );
      const [detached] = rows;
      if (!detached || (await isBackedUp(client))) return true;
      await client.query(`drop table ${detached.table}`);
      return false;
    });
  }
}
