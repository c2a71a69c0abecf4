import { execFile } from "node:child_process";
import { appendFile, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { clusterIn, readAccess, writeAccess } from "#server/db/embedded/cluster.ts";
import { freePort } from "#server/db/embedded/free-port.ts";
import { type Embedded, startEmbedded } from "#server/db/embedded.ts";
import { connectTo, withDatabase } from "./database.ts";

/** The name under which the replica shows up at its primary; its slot has the same. */
export const standbyName = "portal_replica";

/**
 * Builds a streaming replica of the running server in `primaryFolder`: a file copy between
 * pg_backup_start and pg_backup_stop, and a slot that keeps the log for it. Operators use
 * pg_basebackup instead (docs/operations.md). Nothing else may use the server during the copy,
 * because a file that disappears would stop it.
 */
export async function startStandby(
  primaryFolder: string,
  primaryUrl: string,
  folder: string,
  settings: Record<string, string> = {},
): Promise<Embedded> {
  const [from, to] = [clusterIn(primaryFolder), clusterIn(folder)];
  await mkdir(to.home, { recursive: true });
  const client = await connectTo(withDatabase(primaryUrl, "postgres"));
  await client.query("select pg_create_physical_replication_slot($1, true)", [standbyName]);
  await client.query("select pg_backup_start('replica', fast => true)");
  // -a keeps the owner: PostgreSQL does not run as root.
  await promisify(execFile)("cp", ["-a", from.data, to.data]);
  const { rows } = await client.query("select labelfile from pg_backup_stop()");
  await client.end();
  for (const name of ["postmaster.pid", "postmaster.opts", `pg_replslot/${standbyName}`]) {
    await rm(join(to.data, name), { recursive: true, force: true });
  }
  const log = join(to.data, "pg_wal");
  for (const name of await readdir(log)) {
    if (/^[0-9A-F]{24}/.test(name)) await rm(join(log, name));
  }
  const { password, port } = readAccess(from);
  const primary = `host=127.0.0.1 port=${port} user=portal password=${password} application_name=${standbyName}`;
  await writeFile(join(to.data, "backup_label"), rows[0].labelfile);
  await writeFile(join(to.data, "standby.signal"), "");
  await appendFile(
    join(to.data, "postgresql.auto.conf"),
    `primary_conninfo = '${primary}'\nprimary_slot_name = '${standbyName}'\n`,
  );
  await writeAccess(to, { password, port: await freePort() });
  return startEmbedded({ dataDir: folder, settings });
}

/** Sets which replica a commit of this server waits for, as an operator does; "" for none. */
export async function setStandbys(url: string, names: string): Promise<void> {
  const client = await connectTo(url);
  await client.query(`alter system set synchronous_standby_names = '${names}'`);
  await client.query("select pg_reload_conf()");
  await client.end();
}

/** Waits until a replica is connected and the primary's commits wait for it. */
export async function untilSynchronous(url: string): Promise<void> {
  const client = await connectTo(url);
  for (;;) {
    const { rowCount } = await client.query(
      "select from pg_stat_replication where sync_state = 'sync'",
    );
    if (rowCount) break;
    await pause(50);
  }
  await client.end();
}

/** Makes a replica a primary, and waits until it accepts writes. */
export async function promote(url: string): Promise<void> {
  const client = await connectTo(url);
  await client.query("select pg_promote(wait => true, wait_seconds => 60)");
  await client.end();
}
