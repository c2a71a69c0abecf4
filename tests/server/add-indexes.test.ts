import type pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { advisoryLocks } from "#server/db/advisory-locks.ts";
import { addedIndexes, addIndexes } from "#server/db/partitions/add-indexes.ts";
import { makeMonth } from "#server/db/partitions/make-month.ts";
import { partitionedTable } from "#server/db/partitions/partitioned-tables.ts";
import { connectTo, createTestDatabase, type TestDatabase } from "../support/database.ts";
import { patient } from "../support/patience.ts";

vi.setConfig({ testTimeout: patient(60_000), hookTimeout: patient(60_000) });

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await connectTo(database.url);
  await client.query("insert into audit_trail (action, at) values ('signed in', '2026-03-02')");
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const soon = () => performance.now() + 30_000;
const names = addedIndexes.map(({ table, name }) => `${table}_${name}`);
const drop = () => client.query(`drop index if exists ${names.join(", ")}`);
/** For each index: whether it is valid, and how many partitions have their part of it. */
async function present() {
  const { rows } = await client.query<{ name: string; valid: boolean; parts: number }>(
    `select indexrelid::regclass::text as name, indisvalid as valid,
            (select count(*)::int from pg_inherits where inhparent = indexrelid) as parts
       from pg_index where indexrelid::regclass::text = any ($1) order by 1`,
    [names],
  );
  return rows;
}
const partitions = async () =>
  (await client.query("select from pg_inherits where inhparent = 'audit_trail'::regclass"))
    .rowCount;

test("a new database has the indexes from its migration", async () => {
  expect((await present()).map(({ name, valid }) => [name, valid])).toEqual(
    names.map((name) => [name, true]),
  );
});

test("the job makes missing indexes, also after a process was killed while it made one", async () => {
  await drop();
  // What a killed process leaves: the index of the whole table, and one of a partition.
  await client.query(`create index audit_trail_actor on only audit_trail (actor_id, at, id)`);
  await client.query(
    "create index audit_trail_strays_actor_id_at_id_idx on audit_trail_strays (id)",
  );
  await addIndexes(client, soon());
  const parts = await partitions();
  expect(await present()).toEqual(names.map((name) => ({ name, valid: true, parts })));
});

test("a job whose time is up leaves the rest to the next one", async () => {
  await drop();
  await addIndexes(client, 0);
  expect((await present()).some(({ valid }) => valid)).toBe(false);
  await addIndexes(client, soon());
  expect((await present()).every(({ valid }) => valid)).toBe(true);
});

test("one process at a time makes them", async () => {
  await drop();
  const other = await connectTo(database.url);
  await other.query("select pg_advisory_lock($1, 2)", [advisoryLocks.partitions]);
  await addIndexes(client, soon());
  expect(await present()).toEqual([]);
  await other.end();
  await vi.waitFor(async () => {
    await addIndexes(client, soon());
    expect((await present()).every(({ valid }) => valid)).toBe(true);
  });
});

test("a month that is made later has the indexes", async () => {
  await makeMonth(client, partitionedTable("audit_trail"), "2026-03");
  const { rows } = await client.query(
    "select count(*)::int as count from pg_indexes where tablename = 'audit_trail_2026_03'",
  );
  expect(rows[0].count).toBe(addedIndexes.length + 3);
});
