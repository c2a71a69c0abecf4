import { randomBytes } from "node:crypto";
import pg from "pg";
import { clockShift, followClock } from "./clock.ts";
import { addClock, enableClock, type Queries, setDatabaseClock } from "./database-clock.ts";

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A test run, described by the global set-up. */
export interface TestRun {
  /** A database for statements that create and drop databases. */
  adminUrl: string;
  /** The migrated, empty database that tests copy. */
  template: string;
  /** The names of the run's databases begin with this. */
  prefix: string;
}

/** The environment variable that describes the run to its test processes, in Vitest and Playwright. */
export const runVariable = "PORTAL_TEST_RUN";

/** Makes a migrated, empty database for one test file or one run of browser tests. */
export function createTestDatabase(): Promise<TestDatabase> {
  // `file_copy` takes a third of the time of `wal_log`.
  return createDatabase(({ template }) => `template ${template} strategy file_copy`, enableClock);
}

/** Makes a database without tables, for tests of migrations. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase(() => "", addClock);
}

/** Adds the clock of the run to a database without tables, on any server. */
export const giveClock = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await addClock(client);
    await setDatabaseClock(client, clockShift());
  });

async function createDatabase(
  from: (run: TestRun) => string,
  prepare: (client: Queries) => Promise<void>,
): Promise<TestDatabase> {
  const described = process.env[runVariable];
  if (!described)
    throw new Error("The global set-up did not run: there is no test database server");
  const run: TestRun = JSON.parse(described);
  const name = `${run.prefix}${randomBytes(5).toString("hex")}`;
  const url = withDatabase(run.adminUrl, name);
  await withClient(run.adminUrl, (admin) => admin.query(`create database ${name} ${from(run)}`));
  // One connection for all moves of the clock, because starting one takes longer than a move.
  const pool = new pg.Pool({
    ...{ connectionString: url, max: 1, allowExitOnIdle: true },
    // Tests count the connections of others to this database.
    idleTimeoutMillis: 500,
  });
  pool.on("error", () => {});
  const setClock = (shift: number) => setDatabaseClock(pool, shift);
  await prepare(pool);
  await setClock(clockShift());
  const unfollow = followClock(setClock);
  return {
    url,
    async drop() {
      unfollow();
      await pool.end();
      const drop = `drop database if exists ${name} with (force)`;
      await withClient(run.adminUrl, (admin) => admin.query(drop));
    },
  };
}

/**
 * SQL: the limit of a server in use. The tests' own server starts no processes for a query
 * (global-setup.ts), so it would not choose plans that read a whole table in parallel.
 */
export const allowParallelPlans = "set max_parallel_workers_per_gather = 2";

export async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // Without a listener a lost connection would end the process.
  client.on("error", () => {});
  await client.connect();
  return client;
}

export function withDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = await connectTo(url);
  await work(client).finally(() => client.end());
}
