import type pg from "pg";
import { advisoryLocks } from "../advisory-locks.ts";
import { heldBackupLock } from "../backup-lock.ts";
import { isTooBusy, withBriefLock } from "./brief-lock.ts";
import type { PartitionedName } from "./partitioned-tables.ts";

interface AddedIndex {
  table: PartitionedName;
  /** The rest of the name follows the table's name. */
  name: string;
  columns: readonly string[];
}

/** Indexes that a migration makes in a new database only, because the table may be large. */
export const addedIndexes: readonly AddedIndex[] = [
  { table: "audit_trail", name: "action", columns: ["action", "at", "id"] },
  { table: "audit_trail", name: "actor", columns: ["actor_id", "at", "id"] },
  { table: "audit_trail", name: "actor_action", columns: ["actor_id", "action", "at", "id"] },
  { table: "audit_trail", name: "subject_action", columns: ["subject_id", "action", "at", "id"] },
];

/**
 * Makes the missing indexes of partitioned tables until `end` (`performance.now`), one partition
 * after another, while the portal reads and writes them. Every step can be interrupted at any
 * point. A table that an upgrade has not partitioned yet has to wait.
 */
export async function addIndexes(client: pg.ClientBase, end: number): Promise<void> {
  const lock = [advisoryLocks.partitions, 2];
  const { rows } = await client.query("select pg_try_advisory_lock($1, $2) as is_free", lock);
  if (!rows[0].is_free) return;
  // Building an index waits for older transactions, of which a backup has a long one.
  await client.query("set statement_timeout = 0; set lock_timeout = '20s'");
  try {
    for (const index of addedIndexes) await addIndex(client, index, end);
  } catch (error) {
    // The next job tries again.
    if (!isTooBusy(error)) throw error;
  }
  await client.query("reset statement_timeout; reset lock_timeout");
  await client.query("select pg_advisory_unlock($1, $2)", lock);
}

/** An index of the whole table becomes valid once the indexes of all its partitions are attached. */
async function addIndex(client: pg.ClientBase, index: AddedIndex, end: number): Promise<void> {
  const { table } = index;
  const columns = `(${index.columns.join(", ")})`;
  const whole = `${table}_${index.name}`;
  const { rows } = await client.query<{ is_partitioned: boolean; is_valid: boolean }>(
    `select c.relkind = 'p' as is_partitioned, coalesce(i.indisvalid, false) as is_valid
       from pg_class c left join pg_index i on i.indexrelid = to_regclass('public.' || $2)
      where c.oid = to_regclass('public.' || $1)`,
    [table, whole],
  );
  if (!rows[0]?.is_partitioned || rows[0].is_valid) return;
  await withBriefLock(client, () =>
    client.query(`create index if not exists ${whole} on only public.${table} ${columns}`),
  );
  for (const partition of await partitionsWithout(client, table, whole)) {
    const { rowCount: backups } = await client.query(heldBackupLock);
    if (backups || performance.now() > end) return;
    // The name that PostgreSQL itself gives to the index of a new partition.
    const part = `${partition}_${index.columns.join("_")}_idx`;
    // A process that was killed leaves an index that is not valid.
    await client.query(`drop index concurrently if exists public.${part}`);
    await client.query(`create index concurrently ${part} on public.${partition} ${columns}`);
    await withBriefLock(client, () =>
      client.query(`alter index public.${whole} attach partition public.${part}`),
    );
  }
}

/** The partitions of a table without an index that is attached to `whole`. */
async function partitionsWithout(
  client: pg.ClientBase,
  table: string,
  whole: string,
): Promise<string[]> {
  const { rows } = await client.query<{ partition: string }>(
    `select p.relname as partition
       from pg_inherits h join pg_class p on p.oid = h.inhrelid
      where h.inhparent = to_regclass('public.' || $1)
        and not exists (
          select from pg_index i join pg_inherits a on a.inhrelid = i.indexrelid
           where i.indrelid = p.oid and a.inhparent = to_regclass('public.' || $2))
      order by 1`,
    [table, whole],
  );
  return rows.map(({ partition }) => partition);
}
