import type pg from "pg";
import { advisoryLocks } from "../advisory-locks.ts";
import { heldBackupLock } from "../backup-lock.ts";
import { lockBriefly, withBriefLock } from "./brief-lock.ts";
import { applyChanges } from "./move-rows.ts";
import type { PartitionedTable } from "./partitioned-tables.ts";

/** Changes that the swap applies while it has the table for itself. */
const changesAtMost = 200;
/** Milliseconds for counting them. */
const countedWithin = 30;
/** Milliseconds. */
const statementAtMost = 100;

/**
 * The changes of a swap besides the names. Until the swap, changes are applied by removing and
 * inserting rows, also in the new audit trail. So its guards come last. A process of the earlier
 * release prunes by the physical place of a row, which is unique only within a partition: without
 * the trigger `platform_events_keep_month` it would remove young events of other months, too.
 */
const alongside: Record<string, string> = {
  readings: `
    drop view if exists public.reading_ids;
    alter table partitioned.reading_ids set schema public;
    create or replace function public.reading_places(ids text[])
      returns table (connection_id text, psychic_id integer, started_at timestamptz)
      language sql stable rows 10 as
      'select r.connection_id, r.psychic_id, r.started_at from reading_ids r
       where r.connection_id = any (ids)';`,
  audit_trail: `
    create trigger audit_trail_is_insert_only before update or truncate on public.audit_trail
      for each statement execute function audit_trail_is_insert_only();
    create trigger audit_trail_is_insert_only before update or truncate on public.audit_trail_strays
      for each statement execute function audit_trail_is_insert_only();
    create trigger audit_trail_keeps_two_years before delete on public.audit_trail
      for each row when (old.at >= now() - interval '730 days')
      execute function audit_trail_is_insert_only();`,
  platform_events: `
    create function unpartitioned.leave_row() returns trigger language plpgsql as
      'begin return null; end';
    create trigger platform_events_keep_month before delete on public.platform_events
      for each row when (old.received_at >= now() - interval '30 days')
      execute function unpartitioned.leave_row();`,
};

/**
 * Gives the new table the name that processes use, once it has all rows. The locks last as long as
 * applying the last few changes and renaming: some 30 ms.
 * @returns false if there are too many changes; if somebody reads from an earlier snapshot, in
 * which the new table would lack rows; or if PostgreSQL is cleaning the table, which locks it.
 */
export async function swapTable(client: pg.ClientBase, table: PartitionedTable): Promise<boolean> {
  const { name } = table;
  const changes = `partitioned.${name}_changes`;
  const countChanges = async () =>
    (await client.query(`select from ${changes} limit ${changesAtMost + 1}`)).rowCount ?? 0;
  if ((await countChanges()) > changesAtMost) return false;
  if (await isRead(client, "transaction_timestamp() - interval '1 second'")) return false;
  if (await isCleaned(client, name)) return false;
  // Removes the dead rows of applied changes: otherwise the read below, which holds the lock, would
  // scan them all.
  await client.query(`vacuum (truncate off) ${changes}`);
  // Dead rows remain while anybody, such as a replica with hot_standby_feedback, may still read
  // them. So measure how long a count takes.
  const began = performance.now();
  await countChanges();
  if (performance.now() - began > countedWithin) return false;
  return await withBriefLock(
    client,
    async () => {
      // A process that makes a month must not look for the new table under its old name.
      await client.query("select pg_advisory_xact_lock($1)", [advisoryLocks.partitions]);
      await lockBriefly(client, `public.${name}`);
      if (await isRead(client, "transaction_timestamp()")) return false;
      if ((await countChanges()) > changesAtMost) return false;
      const applied = await applyChanges(client, table, statementAtMost);
      // A transaction that began in the meantime and does not wait for the table may have a
      // snapshot without the changes that we have just applied. These stay applied: the next
      // attempt need not apply them again.
      if (applied > 0 && (await isRead(client, "clock_timestamp()", notWaiting))) return false;
      await continueNumbers(client, name);
      await client.query(`
        drop function partitioned.note_${name} cascade;
        drop table ${changes};
        alter table public.${name} set schema unpartitioned;
        alter table partitioned.${name} set schema public;
        ${alongside[name] ?? ""}
        update partitioned_tables set stage = 'done', changed_at = now() where name = '${name}';
      `);
      if (applied > 0 && (await isRead(client, "clock_timestamp()", notWaiting))) {
        throw new BegunReading();
      }
      return true;
    },
    // A single attempt: by the next one, too many changes would have come in.
    1,
  );
}

/** As an error of the database, so that the swap is rolled back and tried again later. */
class BegunReading extends Error {
  readonly code = "40001";
}

const notWaiting = "wait_event_type is distinct from 'Lock'";

/**
 * Whether a backup runs, or a transaction that began before `end` (SQL) may read the table later.
 * Only a superuser and the user itself see when a user's transaction began; PostgreSQL's own
 * processes have no user.
 */
async function isRead(client: pg.ClientBase, end: string, who = "true"): Promise<boolean> {
  // Otherwise a transaction sees the same pg_stat_activity again and again.
  await client.query("select pg_stat_clear_snapshot()");
  const { rows } = await client.query<{ is_read: boolean }>(
    `select exists (${heldBackupLock}) or exists (
       select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and usesysid is not null and backend_xmin is not null
          and ${who} and (xact_start is null or xact_start < ${end})) as is_read`,
  );
  return rows[0]?.is_read !== false;
}

/** Whether the table is being vacuumed or analyzed, which takes longer than we wait for a lock. */
async function isCleaned(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_locks
      where locktype = 'relation' and relation = 'public.${name}'::regclass
        and mode = 'ShareUpdateExclusiveLock' and granted
        and database = (select oid from pg_database where datname = current_database())`,
  );
  return rowCount !== 0;
}

/** Sets the new table's sequences to where those of the old table ended. */
async function continueNumbers(client: pg.ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ column: string }>(
    `select attname as column from pg_attribute
      where attrelid = 'public.${name}'::regclass and attidentity <> ''`,
  );
  for (const { column } of rows) {
    const sequence = (schema: string) => `pg_get_serial_sequence('${schema}.${name}', '${column}')`;
    await client.query(
      `select setval(${sequence("partitioned")}, v.last_value, v.is_called)
         from pg_get_sequence_data(${sequence("public")}::regclass) v`,
    );
  }
}
