import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeLogin } from "#seeds/builders/login.ts";
import { makeReading, sentReading } from "#seeds/builders/reading.ts";
import { connect, type Database } from "#server/db/connection.ts";
import { keepMonths, makeMonthsOf } from "#server/db/partitions/keep-months.ts";
import { listMonths, monthOf } from "#server/db/partitions/months.ts";
import { applyOnce } from "#server/features/ingest/apply-once.ts";
import { applyReadings } from "#server/features/ingest/ingest-readings.ts";
import { endLogin, startLogin } from "#server/features/ingest/phone-logins.ts";
import { lives } from "#server/retention.ts";
import { connectTo, createTestDatabase, type TestDatabase } from "../support/database.ts";
import { makePsychic } from "../support/people.ts";

// The database decides by its own clock which months are old, so the test takes the time from it.
let now: Date;
let database: TestDatabase;
let client: pg.Client;
let db: Database;
let psychicId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await connectTo(database.url);
  db = connect(database.url, { onError: () => {} });
  now = (await client.query("select now()")).rows[0].now;
  psychicId = (await makePsychic(db.sql)).id;
});
afterAll(async () => {
  await db.close();
  await client.end();
  await database.drop();
});

const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

describe("months past their retention", () => {
  test("are dropped whole, and no younger ones", async () => {
    const ages = [lives.logins.days + 40, lives.logins.days - 1, 1];
    const instants = ages.map(daysAgo);
    await makeMonthsOf(
      db.pool,
      "logins",
      instants.map((at) => at.toISOString()),
    );
    for (const started_at of instants) await makeLogin(db.sql, { user_id: psychicId, started_at });
    const [oldest, ...others] = instants.map(monthOf) as [string, ...string[]];
    expect(await listMonths(client, "logins")).toContain(oldest);
    await keepMonths(client, now);
    const left = await listMonths(client, "logins");
    expect(left).not.toContain(oldest);
    expect(left).toEqual(expect.arrayContaining(others));
    expect(await db.sql("logins").where({ user_id: psychicId })).toHaveLength(2);
  });

  test("stay while the database's clock says that they are young", async () => {
    const month = monthOf(daysAgo(1));
    await makeMonthsOf(db.pool, "audit_trail", [daysAgo(1).toISOString()]);
    await keepMonths(client, new Date(now.getTime() + 5_000 * 86_400_000));
    expect(await listMonths(client, "audit_trail")).toContain(month);
  });

  test("leave the demo's mark in the audit trail (B4)", async () => {
    const at = daysAgo(lives.auditTrail.days + 40);
    await makeMonthsOf(db.pool, "audit_trail", [at.toISOString()]);
    await db.sql("audit_trail").insert([
      { action: "demo made", at },
      { action: "something else", at },
    ]);
    await keepMonths(client, now);
    expect(await listMonths(client, "audit_trail")).not.toContain(monthOf(at));
    expect(await db.sql("audit_trail").where("at", at).pluck("action")).toEqual(["demo made"]);
    await keepMonths(client, now);
    expect(await listMonths(client, "audit_trail")).not.toContain(monthOf(at));
  });
});

test("nobody changes a young entry of the audit trail, not even through its partition", async () => {
  await makeMonthsOf(db.pool, "audit_trail", [now.toISOString()]);
  await db.sql("audit_trail").insert({ action: "kept", at: now });
  const { rows } = await client.query(
    "select tableoid::regclass::text as name from audit_trail where action = 'kept'",
  );
  for (const name of ["audit_trail", rows[0].name, "audit_trail_strays"]) {
    await expect(client.query(`update ${name} set action = 'x'`)).rejects.toThrow("insert-only");
    await expect(client.query(`truncate ${name}`)).rejects.toThrow("insert-only");
  }
  for (const name of ["audit_trail", rows[0].name]) {
    await expect(client.query(`delete from ${name}`)).rejects.toThrow("insert-only");
  }
});

describe("an event of the platform is applied once", () => {
  /**
   * The last instant of the month before, by the database's clock. The trigger for events looks 31
   * days back.
   */
  const lastMonth = async (): Promise<Date> => {
    const { rows } = await client.query(
      `select date_trunc('month', now(), 'America/New_York') - interval '1 millisecond' as at`,
    );
    return rows[0].at;
  };

  test("also if its first copy came in another month", async () => {
    const at = await lastMonth();
    await makeMonthsOf(db.pool, "platform_events", [at.toISOString()]);
    await db.sql("platform_events").insert({ id: "again", type: "x", received_at: at });
    const apply = async () => 1;
    expect(await applyOnce(db.pool, { id: "again", type: "x" }, apply)).toMatchObject({
      duplicate: true,
    });
    expect(await db.sql("platform_events").where({ id: "again" })).toHaveLength(1);
  });

  test("and a reading of such an event is not stored again", async () => {
    const at = await lastMonth();
    await db.sql("platform_events").insert({ id: "reading again", type: "x", received_at: at });
    // This psychic and customer are a known pair, so `loneStatement` gets the single reading first.
    const { customer_id } = await makeReading(db.sql, { user_id: psychicId, minutes: 5 });
    const one = () => sentReading({ user_id: psychicId, customer_id, minutes: 0 });
    for (const some of [[one()], [one(), one()]]) {
      expect(await applyReadings(db.pool, "reading again", some)).toEqual({
        applied: 0,
        duplicate: true,
      });
    }
  });

  test("also if both copies are under way while the month changes", async () => {
    await makeMonthsOf(db.pool, "platform_events", ["2023-04-15", "2023-05-15"]);
    const insert = `insert into platform_events (id, type, received_at) values ('both', 'x', $1)
                      on conflict do nothing`;
    const other = await connectTo(database.url);
    const waiting = async () =>
      (
        await db.pool.query(`select from pg_locks l join pg_database d on d.oid = l.database
          where d.datname = current_database() and not l.granted and l.locktype = 'advisory'`)
      ).rowCount;
    await client.query("begin");
    await client.query(insert, ["2023-05-01T03:59:59.9Z"]);
    const second = other.query(insert, ["2023-05-01T04:00:00.1Z"]);
    await expect.poll(waiting).toBe(1);
    await client.query("commit");
    expect((await second).rowCount).toBe(0);
    expect(await db.sql("platform_events").where({ id: "both" })).toHaveLength(1);
    await other.end();
  });
});

describe("the id of a phone log-on is unique over all months", () => {
  const at = (text: string) => ({ id: "77", user_id: psychicId, at: text });
  const apply = (id: string, work: (client: pg.PoolClient) => Promise<number>) =>
    applyOnce(db.pool, { id, type: "login" }, work);
  const present = new Date("2022-06-02T00:00:00Z");

  test("its events may come in any order, at once and from different months", async () => {
    await makeMonthsOf(db.pool, "logins", ["2022-05-15", "2022-06-15"]);
    const began = "2022-05-31T23:00:00-04:00";
    const ended = "2022-06-01T03:00:00-04:00";
    await apply("end", (one) => endLogin(one, at(ended), present));
    await Promise.all([
      apply("begin", (one) => startLogin(one, at(began), present)),
      apply("begin again", (one) => startLogin(one, at(began), present)),
      apply("end again", (one) => endLogin(one, at(ended), present)),
    ]);
    const rows = await db.sql("logins").where({ external_id: "77" });
    expect(rows).toMatchObject([
      { started_at: "2022-06-01T03:00:00Z", ended_at: "2022-06-01T07:00:00Z" },
    ]);
  });

  test("the database refuses a second one", async () => {
    const more = { user_id: psychicId, source: "phone", external_id: "78" } as const;
    await makeLogin(db.sql, { ...more, started_at: new Date("2022-05-20T00:00:00Z") });
    await expect(
      makeLogin(db.sql, { ...more, started_at: new Date("2022-06-20T00:00:00Z") }),
    ).rejects.toMatchObject({ code: "23505" });
  });
});
