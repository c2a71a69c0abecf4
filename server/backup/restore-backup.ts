import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import pg from "pg";
import { migrate, migrationLock } from "#server/db/migrate.ts";
import { migrationsFolder, schemaState } from "#server/db/schema-state.ts";
import type { Env } from "#server/env.ts";
import { lives } from "#server/retention.ts";
import { StartError } from "#server/start-error.ts";
import { requireNoFiles, unpackFiles } from "./archive-files.ts";
import { listTables, sessionSettings } from "./catalog.ts";
import { loadRows } from "./load-rows.ts";
import type { Backup } from "./manifest.ts";

type Settings = Pick<Env, "DATA_KEYS" | "SESSION_SECRET" | "dataDir">;

/** The version of the queue's tables that this release makes. */
const queueVersion: number = createRequire(import.meta.url)("pg-boss/package.json").pgboss.schema;

/** @throws StartError if this release, or these settings, cannot bring the backup back. */
export async function requireRestorable(
  { manifest, keys }: Backup,
  env: Settings,
  options: { withoutDataKeys: boolean },
): Promise<void> {
  const own = await readdir(migrationsFolder);
  const unknown = manifest.migrations.find((name) => !own.includes(name));
  if (unknown !== undefined) {
    throw new StartError(
      `The backup was made by a newer release, ${manifest.release} (it has the migration ${unknown}). Restore it with that release`,
    );
  }
  if (manifest.queue !== queueVersion) {
    throw new StartError(
      `The backup's job queue has version ${manifest.queue}, this release's has ${queueVersion}. Restore it with the release that made it, ${manifest.release}, and upgrade then`,
    );
  }
  const hashes = env.DATA_KEYS.split(",").flatMap(keys.sign);
  const missing = manifest.dataKeys.filter(({ hash }) => !hashes.includes(hash));
  if (missing.length > 0 && !options.withoutDataKeys) {
    throw new StartError(
      `DATA_KEYS lacks the backup's ${missing.map(({ id }) => id).join(", ")}, without which SSNs and PINs cannot be read. Add it, or restore with --without-data-keys if it is lost`,
    );
  }
}

export interface RestoreReport {
  /** Migrations of this release that the backup did not have. */
  migrations: string[];
  /** Tables in the backup that the portal does not have. */
  foreign: string[];
  /** Whether people stay signed in. */
  withSessions: boolean;
}

/**
 * Fills an empty database and an empty files folder. The rows come in one transaction: if anything
 * fails or the process is killed, the database stays empty. A portal that starts meanwhile waits.
 * @param onRows is called with the rows so far.
 * @throws StartError with one line.
 */
export async function restoreBackup(
  backup: Backup,
  env: Settings,
  databaseUrl: string,
  onRows: (rows: number) => void = () => {},
): Promise<RestoreReport> {
  const { manifest, folder, keys } = backup;
  const files = join(env.dataDir, "files");
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: "restore",
    options: sessionSettings,
    keepAlive: true,
  });
  client.on("error", () => {});
  await client.connect();
  try {
    // Ends the work of a command that was killed. A server on Windows cannot do this.
    await client.query("set client_connection_check_interval = '2s'").catch(() => {});
    await requireUnused(client);
    await claimFolder(files);
    let filled: Omit<RestoreReport, "migrations">;
    try {
      await makeSchema(client, databaseUrl, manifest.migrations);
      await client.query("begin");
      await client.query("select pg_advisory_xact_lock($1)", [migrationLock]);
      await requireUnused(client);
      const foreign = await loadRows(client, backup, onRows);
      // The new schema does not have these functions yet: migrating makes this release's.
      await client.query("delete from public.sql_definitions");
      const withSessions = await keepSessions(client, backup, env);
      await unpackFiles(join(folder, manifest.files.file), files, keys);
      await client.query("commit");
      filled = { foreign, withSessions };
    } catch (error) {
      await emptyFolder(files);
      throw error;
    }
    await rm(join(files, mark));
    const migrations = await migrate(databaseUrl);
    await client.query("analyze");
    return { ...filled, migrations };
  } finally {
    await client.end();
  }
}

/** What a new database has, or a portal that nobody has used yet. */
const filledByRelease: readonly string[] = [
  ...[...lives.schema.tables, ...lives.places.tables, "statistics_state"],
  ...["knex_migrations", "knex_migrations_lock"],
].map((name) => `public.${name}`);

/** @throws StartError if a portal uses the database, or anything is in it. */
async function requireUnused(client: pg.Client): Promise<void> {
  const portals = await client.query(
    `select from pg_stat_activity
      where datname = current_database() and application_name like 'portal%'`,
  );
  if (portals.rowCount) {
    throw new StartError(
      "A portal uses this database. Stop it first, and restore into an empty one",
    );
  }
  await client.query("select set_config('search_path', '', false)");
  const tables = (await listTables(client)).filter(
    ({ name }) => name.startsWith("public.") && !filledByRelease.includes(name),
  );
  for (const { name } of tables) {
    const { rowCount } = await client.query(`select from ${name} limit 1`);
    if (rowCount) {
      throw new StartError(
        `The database is in use: ${name} has rows. A restore needs an empty one`,
      );
    }
  }
  await client.query("reset search_path");
}

/** In the folder while a restore fills it: the files there are no portal's yet. */
const mark = ".restoring";

/** @throws StartError if the folder has files, unless a killed restore left them. */
async function claimFolder(files: string): Promise<void> {
  await mkdir(files, { recursive: true });
  if ((await readdir(files)).includes(mark)) await emptyFolder(files);
  await requireNoFiles(files);
  await writeFile(join(files, mark), "");
}

/** Removes what is in the folder, the mark last. The folder itself may be another disk's. */
async function emptyFolder(files: string): Promise<void> {
  const names = (await readdir(files)).filter((name) => name !== mark);
  for (const name of [...names, mark]) {
    await rm(join(files, name), { recursive: true, force: true });
  }
}

/** Makes the tables as they were when the backup was made. */
async function makeSchema(client: pg.Client, databaseUrl: string, wanted: string[]): Promise<void> {
  const { done } = await schemaState((text) => client.query(text));
  const isSame = done.length === wanted.length && wanted.every((name) => done.includes(name));
  if (isSame) return;
  if (done.length > 0) await migrate(databaseUrl, "empty");
  await migrate(databaseUrl, wanted);
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
