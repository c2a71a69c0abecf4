import { createHash } from "node:crypto";
import { mkdir, open, realpath, rename, rm } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { backupLock } from "#server/db/backup-lock.ts";
import type { Env } from "#server/env.ts";
import { StartError } from "#server/start-error.ts";
import { archiveFiles } from "./archive-files.ts";
import { type BackupKeys, readBackupKeys } from "./backup-keys.ts";
import {
  type CatalogTable,
  listMovingTables,
  listPartitions,
  listSequences,
  listTables,
  readShape,
  sessionSettings,
} from "./catalog.ts";
import { backupName, type Manifest, writeManifest } from "./manifest.ts";
import { sealFile } from "./sealed-file.ts";

export interface BackupReport {
  /** The backup's own folder. */
  folder: string;
  manifest: Manifest;
}

type Progress = (part: number, rows: number) => void;

/**
 * Makes one consistent, encrypted copy of the database and the files while the portal works. It
 * gets its name only when it is whole and on the disk.
 * @throws StartError with one line.
 */
export async function takeBackup(
  env: Pick<Env, "BACKUP_KEY" | "DATA_KEYS" | "SESSION_SECRET" | "dataDir">,
  databaseUrl: string,
  parent: string,
  release: string,
  progress: Progress = () => {},
): Promise<BackupReport> {
  const keys = await readBackupKeys(env.BACKUP_KEY);
  const filesFolder = join(env.dataDir, "files");
  const target = await requireFolder(parent, filesFolder);
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: "backup",
    options: sessionSettings,
    keepAlive: true,
  });
  let lost = false;
  client.on("error", () => {
    lost = true;
  });
  await client.connect();
  try {
    await client.query("select set_config('search_path', '', false)");
    const work = join(target, await lockDatabase(client));
    // Left by a backup of this database that was killed.
    await rm(work, { recursive: true, force: true });
    try {
      await mkdir(work, { mode: 0o700 });
      const database = await copyDatabase(client, work, keys, progress);
      const file = "files.tar.zst.age";
      const files = await archiveFiles(filesFolder, join(work, file), keys);
      // Without this connection, the portal may have removed files that the snapshot names.
      if (lost) throw new StartError("The connection to the database was lost. Run it again");
      const manifest = {
        format: 1 as const,
        release,
        ...hashSecrets(env, keys),
        ...database,
        files: { file, ...files },
      };
      await writeManifest(work, manifest, keys);
      await syncFolder(work);
      const folder = join(target, backupName(new Date(manifest.takenAt)));
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
 * @returns the name of the unfinished backup, the same for every backup of this database.
 */
async function lockDatabase(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    `select pg_try_advisory_lock($1) as free,
       concat_ws(' ', current_database(), (select system_identifier from pg_control_system())) as id`,
    [backupLock],
  );
  const [{ free, id }] = rows;
  if (!free) throw new StartError("A backup of this database is already running");
  return `unfinished-${createHash("sha256").update(id).digest("hex").slice(0, 12)}`;
}

/** Copies all rows as they are at one moment. */
async function copyDatabase(
  client: pg.Client,
  folder: string,
  keys: BackupKeys,
  progress: Progress,
) {
  await client.query("begin transaction isolation level repeatable read, read only");
  const { rows } = await client.query(
    `select now(), pg_current_snapshot()::text as snapshot,
       current_setting('server_version') as postgres,
       (select array_agg(name::text order by name) from public.knex_migrations) as migrations,
       (select max(version) from pgboss.version) as queue`,
  );
  const [{ now, snapshot, postgres, migrations, queue }] = rows;
  const moving = await listMovingTables(client);
  if (moving.length > 0) {
    throw new StartError(
      `An upgrade is moving rows into other tables (${moving.join(", ")}). Run it again once that is done`,
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
    throw new StartError("The database's tables were changed during the backup. Run it again");
  }
  return {
    ...{ takenAt: (now as Date).toISOString(), snapshot, postgres, migrations, queue },
    ...{ partitions, tables, sequences },
  };
}

/** Locks the table only while it is copied, so that a migration need not wait for the whole backup. */
async function copyTable(
  client: pg.Client,
  { name, columns }: CatalogTable,
  folder: string,
  keys: BackupKeys,
): Promise<Manifest["tables"][number]> {
  await client.query("savepoint before_table");
  // A partitioned table has rows only in a query.
  const copy = client.query(copyTo(`copy (select ${columns.join(", ")} from ${name}) to stdout`));
  const file = `${name.replaceAll(/[^\w.]/g, "_")}.copy.zst.age`;
  const sealed = await sealFile(join(folder, file), copy, keys);
  await client.query("rollback to savepoint before_table");
  return { name, columns, rows: copy.rowCount, file, ...sealed };
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

/** Makes the names in a folder durable. Windows does this itself, and opens no folder. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}
