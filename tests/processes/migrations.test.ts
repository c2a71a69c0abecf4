import { join } from "node:path";
import knex, { type Knex } from "knex";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sentReading } from "#seeds/builders/reading.ts";
import { connect } from "#server/db/connection.ts";
import { lendClient } from "#server/db/lend-client.ts";
import { migrate } from "#server/db/migrate.ts";
import { moveTables } from "#server/db/partitions/move-tables.ts";
import { ingestReadings } from "#server/features/ingest/ingest-readings.ts";
import { refreshStatistics } from "#server/features/statistics/refresh.ts";
import {
  connectTo,
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from "../support/database.ts";
import { patient } from "../support/patience.ts";
import { makePsychic } from "../support/people.ts";
import { endProcesses, spawnPortal } from "../support/portal-process.ts";
import { rollUpFaults } from "../support/roll-ups.ts";
import { schemaOf } from "../support/schema-of.ts";

let empty: TestDatabase;
let client: pg.Client;
/** The schema of an empty database after all migrations. */
let fullSchema: string[];

beforeAll(async () => {
  empty = await createEmptyDatabase();
  client = await connectTo(empty.url);
  const reference = await createTestDatabase();
  const referenceClient = await connectTo(reference.url);
  fullSchema = await schemaOf(referenceClient).finally(() => referenceClient.end());
  await reference.drop();
  expect(fullSchema.length).toBeGreaterThan(300);
});
afterAll(async () => {
  await endProcesses();
  await client.end();
  await empty.drop();
});

/** Gives `work` Knex's migrator with the settings of `migrate`. */
async function withMigrator<T>(
  url: string,
  work: (migrator: Knex["migrate"]) => Promise<T>,
): Promise<T> {
  const db = knex({
    client: "pg",
    connection: url,
    pool: { min: 0, max: 1 },
    migrations: {
      directory: join(import.meta.dirname, "../../migrations"),
      loadExtensions: [".ts"],
    },
  });
  return work(db.migrate).finally(() => db.destroy());
}

describe("migrations", () => {
  test("a failed one is named with its reason, and those before it are undone", async () => {
    const database = await createEmptyDatabase();
    const broken = await connectTo(database.url);
    await broken.query("create table failed_jobs (id int)");
    const before = await schemaOf(broken);
    await expect(migrate(database.url)).rejects.toThrow(
      /^The migration 20260108_failed_jobs.ts failed, and nothing was changed: .*already exists/s,
    );
    const { rows } = await broken.query("select name from knex_migrations");
    expect(rows).toEqual([]);
    await broken.query("drop table knex_migrations, knex_migrations_lock");
    expect(await schemaOf(broken)).toEqual(before);
    await broken.end();
    await database.drop();
  });

  test("each undoes itself completely, and can run again", async () => {
    const count = await withMigrator(empty.url, async (migrator) => {
      // Knex creates its own tables when it lists the migrations.
      await migrator.list();
      for (let done = 0; ; done++) {
        const before = await schemaOf(client);
        const [, [name] = []] = await migrator.up();
        if (name === undefined) return done;
        const after = await schemaOf(client);
        expect(after, `${name} changes the schema`).not.toEqual(before);
        await migrator.down();
        expect(await schemaOf(client), name).toEqual(before);
        await migrator.up();
        expect(await schemaOf(client), name).toEqual(after);
      }
    });
    expect(count).toBeGreaterThanOrEqual(5);
  });

  test("up, down to empty and up again give the same schema as up alone", async () => {
    await migrate(empty.url);
    expect(await schemaOf(client)).toEqual(fullSchema);
    await migrate(empty.url, "empty");
    const left = (await schemaOf(client)).filter(
      (line) => !/pgboss|knex_migrations|extension|test_clock/.test(line),
    );
    expect(left).toEqual([]);
    await migrate(empty.url);
    expect(await schemaOf(client)).toEqual(fullSchema);
    // A second run changes nothing.
    await migrate(empty.url);
    expect(await schemaOf(client)).toEqual(fullSchema);
  });
});

test("the sums of months are those of the days that were there before", async () => {
  const database = await createTestDatabase();
  const db = connect(database.url, { onError: () => {} });
  const { id } = await makePsychic(db.sql);
  await withMigrator(database.url, (migrator) => migrator.down({ name: "20260129_roll_ups.ts" }));
  for (const started_at of ["2025-01-31T15:00:00.000Z", "2025-02-01T15:00:00.000Z"]) {
    const sent = sentReading({ user_id: id, started_at, connection_id: started_at });
    await ingestReadings(db.pool, [sent], null);
  }
  // As the release before does: it knows only the days.
  await refreshStatistics(db.pool, new Date("2026-01-01T12:00:00Z"));
  await migrate(database.url);
  expect(await rollUpFaults(db.pool)).toEqual([]);
  expect(await db.sql("monthly_statistics").select("month").orderBy("month")).toEqual([
    { month: "2025-01-01" },
    { month: "2025-02-01" },
  ]);
  await db.close();
  await database.drop();
});

test("without the partitions the previous release can define its functions, and later this release can define its own", async () => {
  const database = await createTestDatabase();
  await withMigrator(database.url, (migrator) => migrator.down({ name: "20260128_partitions.ts" }));
  const db = connect(database.url, { onError: () => {} });
  expect(await db.sql("sql_definitions").select("name")).toEqual([]);
  const { id } = await makePsychic(db.sql);
  await migrate(database.url);
  const sent = sentReading({ user_id: id });
  const answers = [await ingestReadings(db.pool, [sent], "before the swap")];
  await lendClient(db.pool, async (one) => {
    while (await moveTables(one, { now: new Date(), end: performance.now() + 1_000 }));
  });
  answers.push(await ingestReadings(db.pool, [{ ...sent, minutes: 9 }], "after the swap"));
  expect(answers).toMatchObject([{ applied: 1 }, { applied: 1 }]);
  expect(await db.sql("readings").pluck("minutes")).toEqual([9]);
  await withMigrator(database.url, (migrator) => migrator.down({ name: "20260128_partitions.ts" }));
  expect(await db.sql("readings").pluck("minutes")).toEqual([9]);
  await db.close();
  await database.drop();
});

describe("processes that migrate", () => {
  const migrating = (url: string) =>
    spawnPortal({ script: "tests/support/migrate-process.ts", args: [url] });

  async function expectFullSchema(url: string): Promise<void> {
    const migrated = await connectTo(url);
    try {
      expect(await schemaOf(migrated)).toEqual(fullSchema);
      const { rows } = await migrated.query(
        "select count(*)::int as n, count(distinct name)::int as names from knex_migrations",
      );
      expect(rows[0].n).toBe(rows[0].names);
    } finally {
      await migrated.end();
    }
  }

  test("all succeed if three run at once", async () => {
    const { url, drop } = await createEmptyDatabase();
    const all = await Promise.all([migrating(url), migrating(url), migrating(url)]);
    for (const { ended } of all) expect(await ended).toMatchObject({ code: 0, errors: "" });
    await expectFullSchema(url);
    await drop();
  });

  // Each case stops in a different migration, at its first table.
  test.concurrent.each(["users", "customers", "contacts"])(
    "a rerun succeeds after the first run is killed while it creates %s",
    async (table) => {
      const { url, drop } = await createEmptyDatabase();
      const [holder, watcher] = [await connectTo(url), await connectTo(url)];
      await holder.query(`begin; create table ${table} (taken integer)`);
      const killed = await migrating(url);
      await expect
        .poll(
          async () => {
            const { rows } = await watcher.query(
              `select count(*)::int as n from pg_stat_activity
                where datname = current_database() and wait_event_type = 'Lock' and query like '%create table%'`,
            );
            return rows[0].n;
          },
          { timeout: patient(60_000) },
        )
        .toBe(1);
      await watcher.end();
      killed.kill("SIGKILL");
      expect((await killed.ended).signal).toBe("SIGKILL");
      // The next process starts before the server notices the killed one.
      const next = await migrating(url);
      await holder.query("rollback");
      await holder.end();
      expect(await next.ended).toMatchObject({ code: 0, errors: "" });
      await expectFullSchema(url);
      await drop();
    },
  );
});

test("every foreign key has an index, except those that nothing looks up", async () => {
  // A missing index slows down removing the parent and looking up its rows. No user, psychic or
  // customer is ever removed.
  const reasons = {
    "assignment_rules(manager_id)": "one row per brand",
    "deliveries(psychic_id)": "waiting ones have an index; the rest is listed by number",
    "gifts(customer_id)": "queried only by psychic",
    "problems(user_id)": "listed by age",
    "psychic_customers(customer_id)":
      "queried only by psychic, and an index would slow each reading's insert",
    "reassignments(by_id)": "kept for a day",
    "reassignments(to_id)": "kept for a day",
    "scheduled_calls(psychic_id)": "future calls have an index; past calls are not queried",
  };
  const { rows } = await client.query<{ key: string }>(`
    select format('%s(%s)', o.conrelid::regclass, (
             select string_agg(a.attname, ', ' order by k.place)
               from unnest(o.conkey) with ordinality k (attnum, place)
               join pg_attribute a on a.attrelid = o.conrelid and a.attnum = k.attnum)) as key
      from pg_constraint o
     where o.contype = 'f' and o.connamespace = 'public'::regnamespace
       and not exists (
         select from pg_index i
          where i.indrelid = o.conrelid and i.indpred is null
            and (string_to_array(i.indkey::text, ' ')::int2[])[1:cardinality(o.conkey)]
                @> o.conkey)
     order by 1`);
  expect(rows.map(({ key }) => key)).toEqual(Object.keys(reasons));
});
