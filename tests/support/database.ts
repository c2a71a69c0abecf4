import { randomBytes } from "node:crypto";
import pg from "pg";

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
export async function createTestDatabase(): Promise<TestDatabase> {
  const told = process.env[runVariable];
  if (!told) throw new Error("The global set-up did not run: there is no test database server");
  const { adminUrl, template, prefix }: TestRun = JSON.parse(told);
  const name = `${prefix}${randomBytes(5).toString("hex")}`;
  // Copying the files takes a third of the time that copying through the log does.
  await order(adminUrl, `create database ${name} template ${template} strategy file_copy`);
  return {
    url: withDatabase(adminUrl, name),
    drop: () => order(adminUrl, `drop database if exists ${name} with (force)`),
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

async function order(url: string, sql: string): Promise<void> {
  const client = await connectTo(url);
  await client.query(sql).finally(() => client.end());
}
