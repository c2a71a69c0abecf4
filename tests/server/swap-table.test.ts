import { readdir } from "node:fs/promises";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { connect } from "#server/db/connection.ts";
import { migrate } from "#server/db/migrate.ts";
import { moveTables } from "#server/db/partitions/move-tables.ts";
import { partitionedTable } from "#server/db/partitions/partitioned-tables.ts";
import { swapTable } from "#server/db/partitions/swap-table.ts";
import { pruneMonths } from "#server/db/prune-rows.ts";
import { migrationsFolder } from "#server/db/schema-state.ts";
import { connectTo, createEmptyDatabase, type TestDatabase } from "../support/database.ts";

const table = partitionedTable("audit_trail");
let database: TestDatabase;
let client: pg.Client;
let other: pg.Client;

/** A database whose audit trail has been copied, and waits for its swap. */
beforeAll(async () => {
  database = await createEmptyDatabase();
  const all = (await readdir(migrationsFolder)).filter((name) => name.endsWith(".ts")).sort();
  await migrate(
    database.url,
    all.filter((name) => name < "20260128"),
  );
  client = await connectTo(database.url);
  await client.query("insert into audit_trail (action) values ('old')");
  await migrate(database.url);
  for (let steps = 0; steps < 2; steps++) {
    await moveTables(client, { now: new Date(), end: performance.now() + 5_000 });
  }
  expect((await client.query("select distinct stage from partitioned_tables")).rows).toEqual([
    { stage: "catching up" },
  ]);
});
beforeEach(async () => {
  other = await connectTo(database.url);
  return () => other.end();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const snapshot = "begin isolation level repeatable read; select 1";

describe("a swap is put off", () => {
  test("while PostgreSQL vacuums the table, without waiting for that", async () => {
    await other.query("begin; lock table audit_trail in share update exclusive mode");
    expect(await swapTable(client, table)).toBe(false);
  });

  test("for a transaction of another user that may have an earlier snapshot", async () => {
    await other.query(snapshot);
    await client.query(`
      drop role if exists mover;
      create role mover;
      grant usage on schema partitioned to mover;
      grant select on all tables in schema partitioned to mover;
      set role mover;
    `);
    const isDone = await swapTable(client, table).finally(() =>
      client.query("reset role; drop owned by mover; drop role mover"),
    );
    expect(isDone).toBe(false);
  });

  test("for an earlier snapshot, even if it is younger than a second", async () => {
    await other.query(snapshot);
    expect(await swapTable(client, table)).toBe(false);
  });
});

test("a swap that has applied changes is put off for a snapshot that began during it", async () => {
  await other.query("insert into audit_trail (action) values ('late')");
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
  const spy = vi.spyOn(client, "query").mockImplementation((async (...given: unknown[]) => {
    if (String(given[0]).includes("json_populate_recordset(null::public.")) {
      await other.query("begin isolation level repeatable read; select count(*) from users");
    }
    return query(...given);
  }) as never);
  const isDone = await swapTable(client, table).finally(() => spy.mockRestore());
  expect(isDone).toBe(false);
});

test("a swap that nothing puts off is done", async () => {
  expect(await swapTable(client, table)).toBe(true);
});

test("a prune that chose the table before the swap deletes nothing after it", async () => {
  const db = connect(database.url, { onError: () => {} });
  const raw = async (text: string, values: unknown[]) =>
    text.includes("pg_inherits")
      ? { rows: [{ part: "audit_trail" }] }
      : db.sql.raw(text, values as never[]);
  const pruner = pruneMonths("audit_trail", "at < ?", { days: 0 });
  const services = { db: { sql: { raw } } } as unknown as Parameters<typeof pruner.prune>[0];
  await pruner.prune(services, new Date());
  const { rows } = await client.query("select action from audit_trail order by id");
  expect(rows).toEqual([{ action: "old" }, { action: "late" }]);
  await db.close();
});
