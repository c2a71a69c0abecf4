import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeReading, sentReading } from "#seeds/builders/reading.ts";
import { connect, type Database } from "#server/db/connection.ts";
import { countMonths } from "#server/db/partitions/count-months.ts";
import {
  keepMonths,
  makeAllMonths,
  makeMonthsOf,
  startMonths,
} from "#server/db/partitions/keep-months.ts";
import { littleCost } from "#server/db/partitions/make-month.ts";
import { addMonths, listMonths, monthOf } from "#server/db/partitions/months.ts";
import { partitionedTables } from "#server/db/partitions/partitioned-tables.ts";
import { applyReadings, ingestReadings } from "#server/features/ingest/ingest-readings.ts";
import { connectTo, createTestDatabase, type TestDatabase } from "../support/database.ts";
import { makePsychic } from "../support/people.ts";

let database: TestDatabase;
let client: pg.Client;
let db: Database;
let psychics: number[];
beforeAll(async () => {
  database = await createTestDatabase();
  client = await connectTo(database.url);
  db = connect(database.url, { onError: () => {} });
  psychics = [(await makePsychic(db.sql)).id, (await makePsychic(db.sql)).id];
});
afterAll(async () => {
  await db.close();
  await client.end();
  await database.drop();
});
beforeEach(async () => {
  await client.query(
    "truncate readings, platform_events, statistics_changes, psychic_customers, customers cascade",
  );
});

/** The partitions that have a reading of this id. */
async function placesOf(id: string): Promise<string[]> {
  const { rows } = await client.query<{ place: string }>(
    "select tableoid::regclass::text as place from readings where connection_id = $1",
    [id],
  );
  return rows.map(({ place }) => place);
}

/** The ledger must have exactly the readings, each with its psychic and start. */
async function expectWholeLedger(): Promise<void> {
  const { rows } = await client.query(
    `select * from (select connection_id, psychic_id, started_at, true as is_there from readings) r
       full join (select *, true as is_noted from reading_ids) i
         using (connection_id, psychic_id, started_at)
      where is_there is null or is_noted is null`,
  );
  expect(rows).toEqual([]);
}

let events = 0;
function send(...readings: ReturnType<typeof sentReading>[]) {
  events += 1;
  return applyReadings(db.pool, `partitions ${events}`, readings);
}
const reading = (id: string, started_at: string, psychic = 0, more = {}) =>
  sentReading({ connection_id: id, user_id: psychics[psychic] as number, started_at, ...more });

describe("months", () => {
  test("a start makes this month and three more for each table", async () => {
    await startMonths(database.url, new Date());
    const coming = [0, 1, 2, 3].map((count) => addMonths(monthOf(new Date()), count));
    for (const { name } of partitionedTables) {
      expect(await listMonths(client, name)).toEqual(expect.arrayContaining(coming));
    }
    const counts = await countMonths(db.pool, new Date());
    expect(counts.map(({ table, ahead }) => [table, ahead])).toEqual(
      partitionedTables.map(({ name }) => [name, 3]),
    );
    const later = await countMonths(db.pool, new Date(Date.now() + 400 * 86_400_000));
    expect(later.map(({ ahead }) => ahead)).toEqual(partitionedTables.map(() => -1));
  });

  test("a month begins at midnight in New York, in winter and in summer (D11)", async () => {
    await makeMonthsOf(db.pool, "readings", [
      "2021-01-15",
      "2021-02-15",
      "2021-07-15",
      "2021-08-15",
    ]);
    const instants = {
      "2021-02-01T04:59:59.999Z": "readings_2021_01",
      "2021-02-01T05:00:00Z": "readings_2021_02",
      "2021-08-01T03:59:59.999Z": "readings_2021_07",
      "2021-08-01T04:00:00Z": "readings_2021_08",
    };
    for (const [at, place] of Object.entries(instants)) {
      await send(reading(`at ${at}`, at));
      expect([at, await placesOf(`at ${at}`)]).toEqual([at, [place]]);
    }
  });
});

describe("a connection id is unique over all months and psychics", () => {
  beforeAll(() => makeMonthsOf(db.pool, "readings", ["2022-03-15", "2022-04-15"]));

  test("a correction moves a reading to another month and psychic", async () => {
    await send(reading("one", "2022-03-10T15:00:00Z"));
    expect(await placesOf("one")).toEqual(["readings_2022_03"]);
    await send(reading("one", "2022-04-10T15:00:00Z"));
    expect(await placesOf("one")).toEqual(["readings_2022_04"]);
    await send(reading("one", "2022-03-11T15:00:00Z", 1, { customer_id: 5, minutes: 7 }));
    expect(await placesOf("one")).toEqual(["readings_2022_03"]);
    const [row] = await db.sql("readings").where({ connection_id: "one" });
    expect(row).toMatchObject({ psychic_id: psychics[1], customer_id: 5, minutes: 7 });
    await expectWholeLedger();
  });

  test("a moved reading marks its old day and its new one, each for its psychic", async () => {
    await send(reading("one", "2022-03-10T15:00:00Z"));
    await client.query("truncate statistics_changes");
    await send(reading("one", "2022-04-10T15:00:00Z", 1));
    const { rows } = await client.query(
      "select distinct psychic_id, day::text from statistics_changes order by day",
    );
    expect(rows).toEqual([
      { psychic_id: psychics[0], day: "2022-03-10" },
      { psychic_id: psychics[1], day: "2022-04-10" },
    ]);
  });

  test("senders that move the same readings at once leave each of them once", async () => {
    const ids = Array.from({ length: 20 }, (_, place) => `same ${place}`);
    const months = ["2022-03-10T15:00:00Z", "2022-04-10T15:00:00Z", "1999-04-10T15:00:00Z"];
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, place) => {
        const at = months[place % 3] as string;
        const all = ids.map((id) => reading(id, at, place % 2));
        // `applyReadings` would put the events of one process in order.
        return ingestReadings(db.pool, all, `moved ${place}`);
      }),
    );
    expect(answers.every(({ applied }) => applied === ids.length)).toBe(true);
    for (const id of ids) expect(await placesOf(id)).toHaveLength(1);
    await expectWholeLedger();
  });

  test("the database refuses a second reading of an id, whoever sends it", async () => {
    const { connection_id, user_id, customer_id } = await makeReading(db.sql, {
      started_at: "2022-03-10T15:00:00Z",
    });
    const again = { connection_id, user_id, customer_id };
    await expect(
      makeReading(db.sql, { ...again, started_at: "2022-04-10T15:00:00Z" }),
    ).rejects.toMatchObject({ code: "23505", table: "reading_ids" });
    await expect(
      db.sql("readings").where({ connection_id }).update({ connection_id: "other" }),
    ).rejects.toThrow("a connection id never changes");
    await db.sql("readings").where({ connection_id }).delete();
    await makeReading(db.sql, { ...again, started_at: "2022-04-10T15:00:00Z" });
    await expectWholeLedger();
  });
});

describe("tables that only look like months", () => {
  test("keep their rows, and their month is not made", async () => {
    const day = "2014-03-10";
    await makeMonthsOf(db.pool, "readings", [day]);
    await send(reading("archived", `${day}T15:00:00Z`));
    await client.query("alter table readings detach partition readings_2014_03");
    await keepMonths(client, new Date());
    await expect(makeMonthsOf(db.pool, "readings", [day])).rejects.toThrow(
      "public.readings_2014_03 is a table of its own, so its month gets no partition",
    );
    const { rows } = await client.query("select connection_id from readings_2014_03");
    expect(rows).toEqual([{ connection_id: "archived" }]);

    // Its readings are stored again if they arrive again.
    await client.query("alter table readings_2014_03 rename to archived_readings");
    await send(reading("archived", `${day}T15:00:00Z`, 0, { minutes: 8 }));
    expect(await placesOf("archived")).toEqual(["readings_strays"]);
    await client.query("drop table archived_readings");
    await expectWholeLedger();
  });

  test("do not keep other tables from getting their months", async () => {
    const later = new Date(Date.now() + 400 * 86_400_000);
    const taken = `audit_trail_${monthOf(later).replace("-", "_")}`;
    await client.query(`create table ${taken} (id int)`);
    await expect(keepMonths(client, later)).rejects.toThrow(`public.${taken} is a table`);
    for (const { name } of partitionedTables) {
      const months = await listMonths(client, name);
      expect([name, months.includes(monthOf(later))]).toEqual([name, name !== "audit_trail"]);
    }
    await client.query(`drop table ${taken}`);
  });

  test("of another schema do not count as months", async () => {
    await client.query(`
      create schema archive;
      create table archive.readings (at date) partition by range (at);
      create table archive.readings_2013_03 partition of archive.readings default;
    `);
    expect(await listMonths(client, "readings")).not.toContain("2013-03");
    await client.query("drop schema archive cascade");
  });
});

test("a month begins where the one before ends, even if New York's clock gets other rules", async () => {
  await client.query(
    `create table platform_events_2012_03 partition of platform_events
       for values from ('2012-03-01 05:00Z') to ('2012-04-01 05:00Z')`,
  );
  await makeMonthsOf(db.pool, "platform_events", ["2012-04-15", "2012-02-15"]);
  const add = "insert into platform_events (id, type, received_at) values ($1, 'x', $2)";
  for (const at of ["2012-03-01T04:59Z", "2012-04-01T04:30Z", "2012-04-01T05:00Z"]) {
    await client.query(add, [at, at]);
  }
  const { rows } = await client.query(
    `select tableoid::regclass::text as place from platform_events
      where id like '2012-%' order by received_at`,
  );
  expect(rows.map(({ place }) => place.slice(-7))).toEqual(["2012_02", "2012_03", "2012_04"]);
});

describe("strays", () => {
  test("a late reading without a month is stored, and moved when its month is made", async () => {
    await send(reading("late", "2019-06-10T15:00:00Z"), reading("mistake", "1921-06-10T15:00:00Z"));
    expect(await placesOf("late")).toEqual(["readings_strays"]);
    await keepMonths(client, new Date());
    expect(await placesOf("late")).toEqual(["readings_2019_06"]);
    expect(await placesOf("mistake")).toEqual(["readings_strays"]);
    await expectWholeLedger();
    await send(reading("late", "2019-06-11T15:00:00Z", 1));
    expect(await placesOf("late")).toEqual(["readings_2019_06"]);
    await expectWholeLedger();
  });

  test("many mistaken dates do not keep the command from making the coming months", async () => {
    await client.query(
      `insert into platform_events (id, type, received_at)
         select 'mistake ' || n, 'x', '1990-03-15' from generate_series(1, $1) n`,
      [littleCost.allStrays + 1],
    );
    const later = new Date(Date.now() + 800 * 86_400_000);
    await keepMonths(client, later);
    expect(await listMonths(client, "platform_events")).not.toContain(monthOf(later));
    await makeAllMonths(client, later);
    expect(await listMonths(client, "platform_events")).toContain(monthOf(later));
    await client.query("delete from platform_events where received_at < '2000-01-01'");
  });

  test("too many strays of a month stay strays until the command makes all months", async () => {
    const countStrays = async () =>
      (await countMonths(db.pool, new Date())).find(({ table }) => table === "platform_events")
        ?.strays;
    const many = littleCost.strays + 1;
    await client.query(
      `insert into platform_events (id, type, received_at)
         select n::text, 'many', '2018-03-15' from generate_series(1, $1) n`,
      [many],
    );
    await keepMonths(client, new Date("2018-04-01"));
    expect(await countStrays()).toBe(many);
    expect(await makeAllMonths(client, new Date())).toContain("public.platform_events_2018_03");
    expect(await countStrays()).toBe(0);
    const { rows } = await client.query("select count(*)::int as n from platform_events_2018_03");
    expect(rows).toEqual([{ n: many }]);
    expect(await makeAllMonths(client, new Date())).toEqual([]);
  });
});
