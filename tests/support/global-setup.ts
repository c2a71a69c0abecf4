import { createHash, randomInt } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { definitionsHash } from "#server/db/definitions.ts";
import { type Embedded, startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { clusterFolder } from "./cluster-folder.ts";
import { connectTo, runVariable, type TestRun, withDatabase } from "./database.ts";
import { addClock, addClockToQueue } from "./database-clock.ts";

const root = join(import.meta.dirname, "../..");
const runPrefix = "portal_test_";
const templatePrefix = "portal_template_";
/**
 * Several runs may share a server. A run marks its databases with advisory locks: one of these
 * classes and a number. PostgreSQL releases them when the run ends, even if it is killed.
 */
const locks = { run: 7_263_101, template: 7_263_102 };

/** The global set-up of both runners: one PostgreSQL for the whole run. Returns its tear-down. */
export default async function openTestServer(): Promise<() => Promise<void>> {
  // Vitest runs this for each project, in one process. The first project's tear-down comes last.
  if (process.env[runVariable]) return async () => {};
  const server = await startServer();
  const admin = await connectTo(server.url);
  const close = async () => {
    await admin.end();
    await server.stop();
  };
  try {
    const number = randomInt(1, 2 ** 31);
    await admin.query("select pg_advisory_lock($1, $2)", [locks.run, number]);
    await dropLeftovers(admin);
    const run: TestRun = {
      adminUrl: server.url,
      template: await ensureTemplate(admin, server.url),
      prefix: `${runPrefix}${number}_`,
    };
    process.env[runVariable] = JSON.stringify(run);
    return async () => {
      for (const name of await databaseNames(admin, run.prefix)) await dropDatabase(admin, name);
      await close();
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The server of TEST_DATABASE_URL, or else an embedded one. The user must be able to create databases. */
async function startServer(): Promise<Pick<Embedded, "url" | "stop">> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { url, stop: async () => {} };
  return await startEmbedded({
    dataDir: await clusterFolder(root),
    settings: {
      // Test data is disposable.
      ...{ fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
      // The snapshots of autovacuum would delay what a test expects at once.
      autovacuum: "off",
      // Starting a process takes longer than a query on a test's few rows.
      max_parallel_workers_per_gather: "0",
      shared_preload_libraries: "plpgsql",
      shared_buffers: "128MB",
    },
  });
}

/** Returns the template of the current migrations, and makes it if it is missing. */
async function ensureTemplate(admin: pg.Client, adminUrl: string): Promise<string> {
  const hash = await hashOfMigrations();
  const name = `${templatePrefix}${hash}`;
  const lock = [locks.template, numberOf(hash)];
  const callLock = (call: string) => admin.query(`select ${call}($1, $2) as is_ours`, lock);
  for (;;) {
    // The run holds this shared lock until it ends, so other runs can copy the template but not drop
    // it. The call waits only while another run makes the template.
    await callLock("pg_advisory_lock_shared");
    if ((await databaseNames(admin, name)).includes(name)) return name;
    await callLock("pg_advisory_unlock_shared");
    if (!(await callLock("pg_try_advisory_lock")).rows[0].is_ours) continue;
    await makeTemplate(admin, adminUrl, name);
    await callLock("pg_advisory_unlock");
  }
}

async function makeTemplate(admin: pg.Client, adminUrl: string, name: string): Promise<void> {
  const unfinished = `${name}_unfinished`;
  await dropDatabase(admin, unfinished);
  await admin.query(`create database ${unfinished}`);
  const client = await connectTo(withDatabase(adminUrl, unfinished));
  await addClock(client);
  await migrate(withDatabase(adminUrl, unfinished));
  await addClockToQueue(client);
  await client.end();
  await admin.query(`alter database ${unfinished} rename to ${name}`);
  // PostgreSQL cannot copy a database that somebody is connected to.
  await admin.query(`alter database ${name} with allow_connections false`);
}

/** Hashes everything that decides the template's content. */
async function hashOfMigrations(): Promise<string> {
  const names = await readdir(join(root, "migrations"));
  const files = names.map((name) => `migrations/${name}`);
  const hash = createHash("sha256");
  for (const file of [
    ...files,
    "server/db/partitions/keep-months.ts",
    "server/features/places/load-places.ts",
    "tests/support/database-clock.ts",
  ].sort()) {
    hash.update(`${file}\0`).update(await readFile(join(root, file)));
  }
  return hash.update(definitionsHash).digest("hex").slice(0, 12);
}

/** Drops the databases of runs that were killed, and the templates of earlier migrations. */
async function dropLeftovers(admin: pg.Client): Promise<void> {
  for (const name of await databaseNames(admin, runPrefix)) {
    const number = Number.parseInt(name.slice(runPrefix.length), 10);
    await dropUnlessLocked(admin, name, [locks.run, number]);
  }
  const current = `${templatePrefix}${await hashOfMigrations()}`;
  for (const name of await databaseNames(admin, templatePrefix)) {
    if (name.startsWith(current)) continue;
    const number = numberOf(name.slice(templatePrefix.length));
    await dropUnlessLocked(admin, name, [locks.template, number]);
  }
}

async function dropUnlessLocked(admin: pg.Client, name: string, lock: number[]): Promise<void> {
  const { rows } = await admin.query("select pg_try_advisory_lock($1, $2) as is_free", lock);
  if (!rows[0].is_free) return;
  await dropDatabase(admin, name);
  await admin.query("select pg_advisory_unlock($1, $2)", lock);
}

function numberOf(hash: string): number {
  return Number.parseInt(hash.slice(0, 7), 16);
}

async function databaseNames(admin: pg.Client, prefix: string): Promise<string[]> {
  const { rows } = await admin.query<{ datname: string }>(
    "select datname from pg_database where starts_with(datname, $1)",
    [prefix],
  );
  return rows.map((row) => row.datname);
}

async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  await admin.query(`drop database if exists ${name} with (force)`);
}
