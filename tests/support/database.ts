import { randomBytes } from "node:crypto";
import pg from "pg";
import { clockShift, followClock } from "./clock.ts";
import { addClock, setDatabaseClock, showClock } from "./database-clock.ts";

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** What the global set-up of a run made. */
export interface TestRun {
  /** A database of the server to give orders from. */
  adminUrl: string;
  /** The migrated, empty database that every other one is a copy of. */
  template: string;
  /** What the names of the run's own databases begin with. */
  prefix: string;
}

/** How a run is told to the processes that run its tests, alike in Vitest and in Playwright. */
export const runVariable = "PORTAL_TEST_RUN";

/** A migrated, empty database for one test file (or one end-to-end worker). */
export function createTestDatabase(): Promise<TestDatabase> {
  // Copying the files takes a third of the time that copying through the log does.
  return createDatabase(({ template }) => `template ${template} strategy file_copy`, showClock);
}

/** A database with no tables, for the tests of migrating; dropped with the run's others. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase(() => "", addClock);
}

/** Gives a database that has no tables yet the clock of the run, wherever it is. */
export const giveClock = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await addClock(client);
    await setDatabaseClock(client, clockShift());
  });

async function createDatabase(
  from: (run: TestRun) => string,
  prepare: (client: pg.Client) => Promise<void>,
): Promise<TestDatabase> {
  const told = process.env[runVariable];
  if (!told) throw new Error("The global set-up did not run: there is no test database server");
  const run: TestRun = JSON.parse(told);
  const name = `${run.prefix}${randomBytes(5).toString("hex")}`;
  const url = withDatabase(run.adminUrl, name);
  const setClock = (shift: number) => withClient(url, (client) => setDatabaseClock(client, shift));
  await withClient(run.adminUrl, (admin) => admin.query(`create database ${name} ${from(run)}`));
  await withClient(url, prepare);
  await setClock(clockShift());
  const unfollow = followClock(setClock);
  return {
    url,
    async drop() {
      unfollow();
      const drop = `drop database if exists ${name} with (force)`;
      await withClient(run.adminUrl, (admin) => admin.query(drop));
    },
  };
}

export async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // Without a listener a server that goes away would end the process.
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
