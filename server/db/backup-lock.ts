import type { Knex } from "knex";
import { advisoryLocks } from "./advisory-locks.ts";

/** The lock of a backup of this database, while a session holds it. */
export const heldBackupLock = `
  select from pg_locks l join pg_database d on d.oid = l.database
   where d.datname = current_database() and l.locktype = 'advisory' and l.granted
     and l.classid = 0 and l.objid = ${advisoryLocks.backup} and l.objsubid = 1`;

/**
 * Whether a backup copies files now. Files that its snapshot names must stay until it has copied
 * them. If no backup runs, files that a committed change dropped may be removed: the snapshot of a
 * later backup does not name them.
 */
export async function isBackupRunning(sql: Knex): Promise<boolean> {
  const { rows } = await sql.raw<{ rows: { running: boolean }[] }>(
    `select exists (${heldBackupLock}) as running`,
  );
  return rows[0]?.running ?? false;
}
