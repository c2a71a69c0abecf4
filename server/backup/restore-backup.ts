import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { advisoryLocks } from "#server/db/advisory-locks.ts";
import { migrate } from "#server/db/migrate.ts";
import { schemaState } from "#server/db/schema-state.ts";
import type { Env } from "#server/env.ts";
import { explainFailure } from "#server/explain-failure.ts";
import { StartError } from "#server/start-error.ts";
import { backupSession } from "./catalog.ts";
import { requireNoFiles } from "./files-folder.ts";
import { loadRows } from "./load-rows.ts";
import type { Backup } from "./manifest.ts";
import { requireUnused } from "./restorable.ts";
import { claimFolder, discardStaging, placeFiles, unpackFiles } from "./staged-files.ts";

type Settings = Pick<Env, "SESSION_SECRET" | "dataDir">;

export interface RestoreReport {
  /** Migrations of this release that the backup did not have. */
  migrations: string[];
  /** Tables in the backup that the portal does not have. */
  foreign: string[];
  /** Whether people stay signed in. */
  withSessions: boolean;
}

export interface RestoreProgress {
  /** Called with the database's name once the database and the folder are known to be empty. */
  onStart(database: string): void;
  /** Called with the rows so far. */
  onRows(rows: number): void;
}

/**
 * Fills an empty database and an empty files folder. The rows come in one transaction: if anything
 * fails or the process is killed, the database stays empty. A portal that starts in the meantime
 * waits.
 * @throws StartError with one line.
 */
export async function restoreBackup(
  backup: Backup,
  env: Settings,
  databaseUrl: string,
  progress: RestoreProgress,
): Promise<RestoreReport> {
  const files = join(env.dataDir, "files");
  const client = new pg.Client({ ...backupSession(databaseUrl), application_name: "restore" });
  client.on("error", () => {});
  await client.connect();
  try {
    // Makes the server stop this work if we are killed. A server on Windows cannot do this.
    await client.query("set client_connection_check_interval = '2s'").catch(() => {});
    const database = await lockDatabase(client);
    await requireUnused(client);
    await mkdir(files, { recursive: true });
    const staging = await claimFolder(files, `${database.name}, ${database.id}`);
    let filled: Omit<RestoreReport, "migrations">;
    try {
      progress.onStart(database.name);
      await makeSchema(client, databaseUrl, backup.manifest.migrations);
      await client.query("begin");
      await client.query("select pg_advisory_xact_lock($1)", [advisoryLocks.migration]);
      await requireUnused(client);
      filled = await fillDatabase(client, backup, env, progress);
      const archive = join(backup.folder, backup.manifest.files.file);
      await explainFailure(files, () => unpackFiles(archive, staging, backup.keys));
      await requireNoFiles(files);
    } catch (error) {
      await discardStaging(staging).catch(() => {});
      throw error;
    }
    await finish(client, staging, files);
    const migrations = await bringUpToDate(client, databaseUrl);
    return { ...filled, migrations };
  } finally {
    await client.end();
  }
}

/**
 * One restore into a database runs at a time.
 * @returns the database's name, and an id that no other database has.
 */
async function lockDatabase(client: pg.Client): Promise<{ name: string; id: string }> {
  const { rows } = await client.query(
    `select pg_try_advisory_lock($1) as free, datname as name,
         concat_ws('/', (select system_identifier from pg_control_system()), oid) as id
       from pg_database where datname = current_database()`,
    [advisoryLocks.restore],
  );
  const [{ free, name, id }] = rows;
  if (!free) throw new StartError("A restore into this database is already running");
  return { name, id };
}

/** Makes the tables as they were when the backup was made. */
async function makeSchema(client: pg.Client, databaseUrl: string, wanted: string[]): Promise<void> {
  const { done } = await schemaState((text) => client.query(text));
  const isSame = done.length === wanted.length && wanted.every((name) => done.includes(name));
  if (isSame) return;
  if (done.length > 0) await migrate(databaseUrl, "empty");
  await migrate(databaseUrl, wanted);
}

async function fillDatabase(
  client: pg.Client,
  backup: Backup,
  env: Settings,
  progress: RestoreProgress,
): Promise<Omit<RestoreReport, "migrations">> {
  const foreign = await loadRows(client, backup, progress.onRows);
  // The backup's rows say that its SQL functions exist, but the new schema does not have them yet.
  // Without these rows, migrating creates this release's functions.
  await client.query("delete from public.sql_definitions");
  await forgetMove(client);
  return { foreign, withSessions: await keepSessions(client, backup, env) };
}

/**
 * In a backup from the week after an upgrade, logins are not partitioned yet. After the restore
 * they are, so a release from before the partitions must not start.
 */
async function forgetMove(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_there: boolean }>(
    "select to_regclass('public.partitioned_tables') is not null as is_there",
  );
  if (!rows[0]?.is_there) return;
  await client.query("delete from public.partitioned_tables");
  await client.query(
    "update public.schema_floor set migration = greatest(migration, '20260128_partitions.ts')",
  );
}

/**
 * Moves the files to their places and commits. From the first move on, nothing is removed any more:
 * the commit may succeed although its answer is lost, and then the rows need these files.
 */
async function finish(client: pg.Client, staging: string, files: string): Promise<void> {
  try {
    await explainFailure(files, async () => {
      await placeFiles(staging, files);
      await client.query("commit");
    });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw new StartError(
      `${error.message}. This was the last step: the files are in ${files}, and the rows may be in the database. Run the restore again: if it says that the database is in use, everything is there, and you can start the portal; otherwise move the files away and run it once more`,
    );
  }
}

/** @returns the migrations that were applied. */
async function bringUpToDate(client: pg.Client, databaseUrl: string): Promise<string[]> {
  try {
    return await explainFailure("The database", async () => {
      const applied = await migrate(databaseUrl);
      await client.query("analyze");
      return applied;
    });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw new StartError(
      `${error.message}. All rows and files are restored: start the portal, which brings the database up to date`,
    );
  }
}

/**
 * A cookie is signed with SESSION_SECRET. With another secret nobody can use these sessions, nor
 * should this portal send messages to their devices: it may be a copy for a test.
 */
async function keepSessions(
  client: pg.Client,
  { manifest, keys }: Backup,
  env: Settings,
): Promise<boolean> {
  const isKept = env.SESSION_SECRET.split(" ")
    .flatMap(keys.sign)
    .some((hash) => manifest.sessionSecrets.includes(hash));
  if (!isKept) {
    await client.query("delete from public.sessions");
    await client.query("delete from public.push_subscriptions");
  }
  return isKept;
}
