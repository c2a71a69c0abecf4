import { createHash } from "node:crypto";
import { mkdtemp, readdir, realpath, rename, rm } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { advisoryLocks } from "#server/db/advisory-locks.ts";
import { heldBackupLock } from "#server/db/backup-lock.ts";
import { unknownMigrations } from "#server/db/schema-state.ts";
import type { Env } from "#server/env.ts";
import { StartError } from "#server/start-error.ts";
import { syncFolder } from "#server/sync-file.ts";
import { pictureSizes } from "#shared/pictures.ts";
import { archiveFiles } from "./archive-files.ts";
import { type BackupKeys, readBackupKeys } from "./backup-keys.ts";
import {
  backupSession,
  type CatalogTable,
  listMovingTables,
  listPartitions,
  listSequences,
  listTables,
  readShape,
} from "./catalog.ts";
import { requireSomeOf } from "./files-folder.ts";
import { backupName, type Manifest, writeManifest } from "./manifest.ts";
import { sealFile } from "./sealed-file.ts";

export interface BackupReport {
  /** The backup's own folder. */
  folder: string;
  manifest: Manifest;
}

type Progress = (part: number, rows: number) => void;

/**
 * Makes one consistent, encrypted copy of the database and the files while the portal works. Files
 * in a bucket are not in it. The copy gets its name only when it is on the disk; if the portal has
 * lost pictures that its rows name, the name says so.
 * @throws StartError with one line.
 */
export async function takeBackup(
  env: Pick<Env, "BACKUP_KEY" | "DATA_KEYS" | "SESSION_SECRET" | "S3_URL" | "dataDir">,
  databaseUrl: string,
  parent: string,
  release: string,
  progress: Progress = () => {},
): Promise<BackupReport> {
  const keys = await readBackupKeys(env.BACKUP_KEY);
  const filesFolder = join(env.dataDir, "files");
  const inBucket = env.S3_URL !== undefined;
  const target = await requireFolder(parent, filesFolder);
  const client = new pg.Client({ ...backupSession(databaseUrl), application_name: "backup" });
  // The next query reports a lost connection too.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("select set_config('search_path', '', false)");
    const work = await makeWorkFolder(target, await lockDatabase(client));
    try {
      await beginSnapshot(client);
      const pictures = inBucket ? [] : await listPictureFiles(client);
      await requireSomeOf(filesFolder, pictures);
      const database = await copyDatabase(client, work, keys, progress);
      const file = "files.tar.zst.age";
      const root = inBucket ? null : filesFolder;
      const files = await archiveFiles(root, join(work, file), keys, pictures);
      await requireLock(client);
      const manifest = {
        format: 1 as const,
        release,
        ...hashSecrets(env, keys),
        ...database,
        files: { file, inBucket, ...files },
      };
      await writeManifest(work, manifest, keys);
      await syncFolder(work);
      const folder = join(target, backupName(manifest));
      await rename(work, folder);
      await syncFolder(target);
      return { folder, manifest };
    } catch (error) {
      await rm(work, { recursive: true, force: true });
      throw error;
    }
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Removes the remains of killed backups of this database. The new folder's name is unique, so that
 * a backup that has lost its lock without noticing does not remove another backup's folder.
 */
async function makeWorkFolder(target: string, name: string): Promise<string> {
  for (const found of await readdir(target)) {
    if (found.startsWith(`${name}-`)) {
      await rm(join(target, found), { recursive: true, force: true });
    }
  }
  return await mkdtemp(join(target, `${name}-`));
}

/** @returns the real path. */
async function requireFolder(parent: string, filesFolder: string): Promise<string> {
  const target = await realpath(parent).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`The folder ${parent} cannot be used (${error.code}). Make it first`);
  });
  const files = await realpath(filesFolder).catch(() => resolve(filesFolder));
  if (`${target}${sep}`.startsWith(`${files}${sep}`)) {
    throw new StartError(`The folder ${parent} is inside ${filesFolder}, which is backed up`);
  }
  return target;
}

/**
 * One backup of a database runs at a time, and while it runs, the portal removes no picture.
 * @returns the beginning of the names of this database's unfinished backups.
 */
async function lockDatabase(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    `select pg_try_advisory_lock($1) as free,
       concat_ws(' ', current_database(), (select system_identifier from pg_control_system())) as id`,
    [advisoryLocks.backup],
  );
  const [{ free, id }] = rows;
  if (!free) throw new StartError("A backup of this database is already running");
  return `unfinished-${createHash("sha256").update(id).digest("hex").slice(0, 12)}`;
}

/** @throws StartError if the portal may have removed files that the snapshot names. */
async function requireLock(client: pg.Client): Promise<void> {
  const isHeld = await client.query(`${heldBackupLock} and l.pid = pg_backend_pid()`).then(
    ({ rowCount }) => rowCount === 1,
    () => false,
  );
  if (!isHeld) throw new StartError("The connection to the database was lost. Run it again");
}

const beginSnapshot = (client: pg.Client) =>
  client.query("begin transaction isolation level repeatable read, read only");

/** The files of all pictures in the snapshot, relative to the files folder. */
async function listPictureFiles(client: pg.Client): Promise<string[]> {
  const { rows } = await unlocked(client, () =>
    client.query<{ name: string }>("select name from public.pictures order by name"),
  );
  return rows.flatMap(({ name }) =>
    Object.keys(pictureSizes).map((size) => `pictures/${name}_${size}.jpg`),
  );
}

/** Copies all rows of the snapshot. */
async function copyDatabase(
  client: pg.Client,
  folder: string,
  keys: BackupKeys,
  progress: Progress,
) {
  const { rows } = await client.query(
    `select now(), pg_current_snapshot()::text as snapshot, current_database() as database,
       current_setting('server_version') as postgres,
       (select array_agg(name::text order by name) from public.knex_migrations) as migrations,
       (select max(version) from pgboss.version) as queue`,
  );
  const [{ now, snapshot, database, postgres, migrations, queue }] = rows;
  const [unknown] = await unknownMigrations(migrations);
  if (unknown !== undefined) {
    throw new StartError(
      `The database belongs to a newer release (it has the migration ${unknown}). Back it up with that one`,
    );
  }
  const moving = await listMovingTables(client);
  if (moving.length > 0) {
    throw new StartError(
      `An upgrade is moving rows into other tables (${moving.join(", ")}). Run the backup again once that is done`,
    );
  }
  const shape = await readShape(client);
  const all = await listTables(client);
  const partitions = await listPartitions(client);
  const tables: Manifest["tables"] = [];
  const total = all.reduce((sum, { size }) => sum + size, 0);
  const done = { size: 0, rows: 0 };
  for (const table of all) {
    const copy = await copyTable(client, table, folder, keys);
    tables.push(copy);
    done.size += table.size;
    done.rows += copy.rows;
    progress(Math.min(done.size / total, 1), done.rows);
  }
  const sequences = await listSequences(client);
  await client.query("commit");
  const shapeNow = await readShape(client);
  if (![...shape].every((line) => shapeNow.has(line))) {
    throw new StartError(
      "The database's tables were changed during the backup. Run the backup again",
    );
  }
  return {
    ...{ takenAt: (now as Date).toISOString(), snapshot, database },
    ...{ postgres, migrations, queue },
    ...{ partitions, tables, sequences },
  };
}

/**
 * Gives up a table's lock after the work, so that a migration need not wait for the whole backup.
 */
async function unlocked<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("savepoint before_table");
  const result = await work();
  await client.query("rollback to savepoint before_table");
  return result;
}

async function copyTable(
  client: pg.Client,
  { name, columns }: CatalogTable,
  folder: string,
  keys: BackupKeys,
): Promise<Manifest["tables"][number]> {
  const file = `${name.replaceAll(/[^\w.]/g, "_")}.copy.zst.age`;
  return await unlocked(client, async () => {
    // COPY cannot read a partitioned table by its name, only through a query.
    const copy = client.query(copyTo(`copy (select ${columns.join(", ")} from ${name}) to stdout`));
    const sealed = await sealFile(join(folder, file), copy, keys);
    return { name, columns, rows: copy.rowCount, file, ...sealed };
  });
}

/** A restore compares these hashes with its own settings. */
function hashSecrets(
  env: Pick<Env, "DATA_KEYS" | "SESSION_SECRET">,
  keys: BackupKeys,
): Pick<Manifest, "dataKeys" | "sessionSecrets"> {
  const hash = (secret: string) => keys.sign(secret)[0] ?? "";
  return {
    dataKeys: [...new Set(env.DATA_KEYS.split(","))].map((key) => ({
      id: key.slice(0, key.indexOf(":")),
      hash: hash(key),
    })),
    sessionSecrets: env.SESSION_SECRET.split(" ").map(hash),
  };
}
