import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { accessSync, existsSync, constants as fs, readFileSync } from "node:fs";
import { chown, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { StartError } from "#server/start-error.ts";
import { freePort } from "./free-port.ts";
import { processState } from "./process-state.ts";
import type { PostgresPrograms } from "./programs.ts";

/**
 * The files of one embedded PostgreSQL. All are under `home`, so a copy of that folder, made while
 * the server is stopped, has the whole database.
 */
export interface Cluster {
  home: string;
  /** PostgreSQL's own folder. */
  data: string;
  log: string;
  users: string;
  access: string;
}

/** The sign-in, and the current or last port. */
export interface Access {
  password: string;
  port: number;
}

export function clusterIn(dataDir: string): Cluster {
  const home = join(dataDir, "postgres");
  return {
    home,
    data: join(home, "data"),
    log: join(home, "postgres.log"),
    users: join(home, "users"),
    access: join(home, "access.json"),
  };
}

export function readAccess(cluster: Cluster): Access {
  try {
    return JSON.parse(readFileSync(cluster.access, "utf8"));
  } catch (error) {
    const { code = "damaged" } = error as NodeJS.ErrnoException;
    throw new StartError(`The database's password in ${cluster.access} cannot be read (${code})`);
  }
}

export async function writeAccess(cluster: Cluster, access: Access): Promise<void> {
  await writeFile(cluster.access, JSON.stringify(access), { mode: 0o600 });
}

export function urlOf({ password, port }: Access, database: string): string {
  return `postgres://portal:${password}@127.0.0.1:${port}/${database}`;
}

/** Whether the cluster exists. Throws StartError if it belongs to another user. */
export function hasCluster(cluster: Cluster): boolean {
  if (!existsSync(cluster.home)) return false;
  try {
    accessSync(cluster.home, fs.W_OK);
  } catch {
    throw new StartError(`The database in ${cluster.home} belongs to another user of this machine`);
  }
  return true;
}

/** The major version that made the cluster must be the one that runs it. Throws StartError. */
export function checkVersion(cluster: Cluster, major: string): void {
  const file = join(cluster.data, "PG_VERSION");
  const version = existsSync(file) ? readFileSync(file, "utf8").trim() : null;
  if (version === major) return;
  const what = version ? `was made by PostgreSQL ${version}` : "is not a PostgreSQL folder";
  throw new StartError(
    `The database in ${cluster.home} ${what}: PostgreSQL ${major} cannot use it. Move the folder away, or set DATA_DIR to another folder`,
  );
}

/** Creates the cluster in another folder and renames that once it is complete. Throws StartError. */
export async function createCluster(dataDir: string, programs: PostgresPrograms): Promise<void> {
  const prefix = "postgres.new-";
  for (const name of await readdir(dataDir)) {
    const isLeft = name.startsWith(prefix) && !processState(Number(name.slice(prefix.length)));
    if (isLeft) await rm(join(dataDir, name), { recursive: true, force: true });
  }
  const workshop = join(dataDir, `${prefix}${process.pid}`);
  const unfinished = clusterIn(workshop);
  try {
    await mkdir(unfinished.data, { recursive: true });
    await initialise(unfinished, programs);
    await rename(unfinished.home, clusterIn(dataDir).home);
  } catch (error) {
    // Not empty: another process was faster, and we use its cluster.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

async function initialise(cluster: Cluster, programs: PostgresPrograms): Promise<void> {
  const password = randomBytes(24).toString("hex");
  const passwordFile = join(cluster.home, "password");
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (programs.owner) {
    const { uid, gid } = programs.owner;
    await Promise.all([cluster.data, passwordFile].map((path) => chown(path, uid, gid)));
  }
  const initdb = programs.initdb(
    [
      `--pgdata=${cluster.data}`,
      "--username=portal",
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      // Text sorts by code point, alike on every machine; letters beyond ASCII still have a case.
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--no-instructions",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const [errors, [code]] = await Promise.all([
    initdb.stderr ? text(initdb.stderr) : "",
    once(initdb, "exit"),
  ]);
  if (code !== 0) {
    const reason = /error: (.*)/.exec(errors)?.[1] ?? errors.trim().split("\n").at(-1);
    throw new StartError(`The database could not be set up in ${cluster.home}: ${reason}`);
  }
  await rm(passwordFile);
  await writeAccess(cluster, { password, port: await freePort() });
}
