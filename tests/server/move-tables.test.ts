import { readdir } from "node:fs/promises";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makeLogin } from "#seeds/builders/login.ts";
import { sentReading } from "#seeds/builders/reading.ts";
import { connect, type Database } from "#server/db/connection.ts";
import { migrate } from "#server/db/migrate.ts";
import { addIndexes } from "#server/db/partitions/add-indexes.ts";
import { listMonths } from "#server/db/partitions/months.ts";
import { moveTables } from "#server/db/partitions/move-tables.ts";
import { migrationsFolder } from "#server/db/schema-state.ts";
import { ingestReadings } from "#server/features/ingest/ingest-readings.ts";
import {
  connectTo,
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from "../support/database.ts";
import { makePsychic } from "../support/people.ts";
import { schemaOf } from "../support/schema-of.ts";

const rows = 6_000;
/** The tables that an upgrade moves. */
const names = ["readings", "audit_trail", "logins", "platform_events"] as const;
let database: TestDatabase;
let client: pg.Client;
let db: Database;
let psychicId: number;

/** A database of the earlier release with rows in all four tables, some of them strays. */
beforeAll(async () => {
  database = await createEmptyDatabase();
  const all = (await readdir(migrationsFolder)).filter((name) => name.endsWith(".ts")).sort();
  await migrate(
    database.url,
    all.filter((name) => name < "20260128"),
  );
  client = await connectTo(database.url);
  db = connect(database.url, { onError: () => {} });
  psychicId = (await makePsychic(db.sql)).id;
  await client.query(
    `insert into customers (id, username) values (1, 'one');
     insert into psychic_customers values (${psychicId}, 1, '2001-01-01');
     insert into readings (connection_id, psychic_id, customer_id, conn_type, started_at, minutes,
         free_minutes, paid_minutes, rate_cents, revenue_cents, result)
       select 'old ' || n, ${psychicId}, 1, 'Call', timestamptz '2021-06-01' + n * interval '1 hour',
              n % 30, 0, n % 30, 399, 1, 'Completed' from generate_series(1, ${rows}) n;
     insert into readings (connection_id, psychic_id, customer_id, conn_type, started_at, minutes,
         free_minutes, paid_minutes, rate_cents, revenue_cents, result)
       values ('mistake', ${psychicId}, 1, 'Call', '1910-01-01', 1, 0, 1, 1, 1, 'Completed');
     insert into audit_trail (action, at)
       select 'old', now() - n * interval '1 hour' from generate_series(1, ${rows}) n;
     insert into platform_events (id, type, received_at)
       select 'event ' || n, 'x', now() - n * interval '20 minutes' from generate_series(1, 3000) n`,
  );
  for (const id of ["1", "2", "3"]) {
    await makeLogin(db.sql, { user_id: psychicId, source: "phone", external_id: id });
  }
});
afterAll(async () => {
  await db.close();
  await client.end();
  await database.drop();
});

const stages = async () => {
  const found = await client.query("select name, stage from partitioned_tables order by name");
  return Object.fromEntries(found.rows.map(({ name, stage }) => [name, stage]));
};
const step = (milliseconds: number) =>
  moveTables(client, { now: new Date(), end: performance.now() + milliseconds });
const kindOf = async (name: string) =>
  (await client.query("select relkind from pg_class where oid = $1::regclass", [name])).rows[0]
    .relkind;
const rowsOf = async (name: string) =>
  (await client.query(`select * from ${name} order by 1, 2, 3`)).rows;

describe("moving the tables of an earlier release into partitions", () => {
  let sent = 0;
  const send = (id: string, started_at: string, minutes = 5) => {
    sent += 1;
    const one = { user_id: psychicId, customer_id: 1, customer_username: "one", minutes };
    const reading = sentReading({ ...one, connection_id: id, started_at });
    return ingestReadings(db.pool, [reading], `sent ${sent}`);
  };

  test("an upgrade leaves the tables as they are, and the release works with them", async () => {
    await migrate(database.url);
    for (const name of names) expect([name, await kindOf(name)]).toEqual([name, "r"]);
    expect(Object.values(await stages())).toEqual(["waiting", "waiting", "waiting", "waiting"]);
    await send("new", "2021-07-01T12:00:00Z");
    await send("old 7", "2021-08-01T12:00:00Z");
    const [moved] = await db.sql("readings").where({ connection_id: "old 7" });
    expect(moved?.started_at).toBe("2021-08-01T12:00:00Z");
  });

  test("an interrupted step can run again without doing its first half twice", async () => {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    const spy = vi.spyOn(client, "query").mockImplementation((async (...given: unknown[]) => {
      if (String(given[0]).includes("create table partitioned.readings_changes")) {
        throw new Error("killed");
      }
      return query(...given);
    }) as never);
    await expect(step(1)).rejects.toThrow("killed");
    spy.mockRestore();
    await step(1);
    const { rows: keys } = await client.query(
      `select conname from pg_constraint
        where conrelid = 'partitioned.readings'::regclass and contype = 'f'`,
    );
    expect(keys).toHaveLength(1);
  });

  test("rows that change while they are copied end up with their last values", async () => {
    expect(Object.values(await stages())).toEqual(Array(4).fill("copying"));
    let changes = 0;
    for (;;) {
      const place = changes % 7;
      await send(`old ${1 + changes * 11}`, `2021-0${1 + place}-15T12:00:00Z`, place);
      await send(`old ${1 + changes * 11}`, `2022-0${1 + place}-15T12:00:00Z`, place);
      await send(`during ${changes}`, `2022-0${1 + place}-15T12:00:00Z`);
      await client.query("delete from readings where connection_id = $1", [`old ${2 + changes}`]);
      await db.sql("audit_trail").insert({ action: `during ${changes}` });
      changes += 1;
      await step(40);
      const left = Object.values(await stages()).filter((stage) => stage === "copying");
      if (left.length === 0) break;
    }
    expect(changes).toBeGreaterThan(3);
  });

  test("the swap keeps every row and number", async () => {
    const before = new Map<string, unknown[]>();
    for (const name of names) before.set(name, await rowsOf(name));
    while (await step(1_000));
    expect(await stages()).toEqual({
      audit_trail: "done",
      logins: "catching up",
      platform_events: "done",
      readings: "done",
    });
    for (const name of names) expect([name, await rowsOf(name)]).toEqual([name, before.get(name)]);
    expect(await kindOf("readings")).toBe("p");
    expect(await kindOf("reading_ids")).toBe("r");
    const { rows: odd } = await client.query(
      `select from readings r full join reading_ids i using (connection_id, psychic_id, started_at)
        where r.minutes is null or i is null`,
    );
    expect(odd).toEqual([]);
    expect(await listMonths(client, "readings")).toContain("2021-06");
    const { rows: unknown } = await client.query(
      `select relname from pg_class
        where relnamespace = 'public'::regnamespace and reltuples < 0
          and relname in ('readings', 'reading_ids', 'audit_trail', 'platform_events')`,
    );
    expect(unknown).toEqual([]);
    const { rows: numbers } = await client.query(
      "with made as (insert into audit_trail (action) values ('after') returning id) select made.id > (select max(id) from audit_trail) as is_next from made",
    );
    expect(numbers).toEqual([{ is_next: true }]);
  });

  test("logins wait until no process of the earlier release is left, and a week has passed", async () => {
    await step(100);
    expect(await kindOf("logins")).toBe("r");
    await client.query("update partitioned_tables set changed_at = now() - interval '8 days'");
    const url = new URL(database.url);
    url.searchParams.set("application_name", "portal-jobs");
    const earlier = await connectTo(url.href);
    await step(100);
    expect(await kindOf("logins")).toBe("r");
    await earlier.end();

    // The next step raises the floor. `another` stands for a process of the earlier release that
    // read the floor before that.
    const floorNow = async () =>
      (await client.query("select migration from schema_floor")).rows[0].migration;
    await expect.poll(() => step(100).then(floorNow)).toBe("20260128_partitions.ts");
    expect(await kindOf("logins")).toBe("r");
    const another = await connectTo(url.href);
    await step(100);
    expect([await kindOf("logins"), await floorNow()]).toEqual(["r", "20260110_schema_floor.ts"]);
    await another.end();
    const before = await rowsOf("logins");
    await expect.poll(() => step(100).then(stages)).toEqual({});
    expect(await kindOf("logins")).toBe("p");
    expect(await rowsOf("logins")).toEqual(before);
    expect(await floorNow()).toBe("20260128_partitions.ts");
  });

  test("the schema is then that of a new database", async () => {
    // A start, or the job, adds the functions that need the ledger. Another job makes the indexes.
    await migrate(database.url);
    await addIndexes(client, Number.POSITIVE_INFINITY);
    const fresh = await createTestDatabase();
    const other = await connectTo(fresh.url);
    expect(await schemaOf(client)).toEqual(await schemaOf(other));
    await other.end();
    await fresh.drop();
  });
});
