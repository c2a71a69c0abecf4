import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBackupKeys } from "#server/backup/backup-keys.ts";
import { listMovingTables, listSequences } from "#server/backup/catalog.ts";
import { type Manifest, writeManifest } from "#server/backup/manifest.ts";
import { explainFailure } from "#server/explain-failure.ts";
import { connectTo, createTestDatabase, type TestDatabase } from "../support/database.ts";
import { dataFolder, endProcesses } from "../support/portal-process.ts";
import { backupKey } from "./fixtures/backup.ts";

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = await connectTo(database.url);
});
afterAll(async () => {
  await client.end();
  await database.drop();
  await endProcesses();
});

test("a table in two schemas counts as being moved, except logins and the old tables of finished moves", async () => {
  expect(await listMovingTables(client)).toEqual([]);
  await client.query("create schema unpartitioned; create table unpartitioned.readings ()");
  expect(await listMovingTables(client)).toEqual([]);
  await client.query(
    `insert into partitioned_tables (name, stage)
       values ('logins', 'done'), ('readings', 'copying')`,
  );
  expect(await listMovingTables(client)).toEqual(["unpartitioned.readings"]);
  await client.query("update partitioned_tables set stage = 'done'");
  expect(await listMovingTables(client)).toEqual([]);
  await client.query("update partitioned_tables set stage = 'catching up' where name = 'logins'");
  await client.query("create schema partitioned; create table partitioned.logins ()");
  expect(await listMovingTables(client)).toEqual([]);
  await client.query("create table partitioned.readings ()");
  expect(await listMovingTables(client)).toEqual(["partitioned.readings"]);
});

test("the error names the table or sequence that the database's user may not read", async () => {
  await client.query("set role pg_read_all_settings");
  await expect(
    explainFailure("/backups", () => client.query("select from public.users")),
  ).rejects.toThrow("The database refused: permission denied for table users (42501)");
  await expect(listSequences(client)).rejects.toThrow(
    /^The database's user may not read the sequence .*_seq$/,
  );
  await client.query("reset role");
});

test("a manifest that no restore would accept is not written", async () => {
  const keys = await readBackupKeys(backupKey);
  await expect(writeManifest(await dataFolder(), { format: 1 } as Manifest, keys)).rejects.toThrow(
    "No restore would accept this backup's manifest (takenAt: ",
  );
});
