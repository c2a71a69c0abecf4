import type { Knex } from "knex";

/** Any number; a backup holds this advisory lock from before its snapshot until it is whole. */
export const backupLock = 7_263_002;

/**
 * Whether a backup copies files now. Those that its snapshot names must stay until it has them. If
 * none runs now, a later snapshot no longer names what a committed row has let go of.
 */
export async function isBackupRunning(sql: Knex): Promise<boolean> {
  const { rows } = await sql.raw<{ rows: { running: boolean }[] }>(
    `select exists (
       select from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and l.locktype = 'advisory' and l.objid = ?
     ) as running`,
    [backupLock],
  );
  return rows[0]?.running ?? false;
}
