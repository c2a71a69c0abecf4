import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { makeLogin } from "#seeds/builders/login.ts";
import { makeReading, sentReading } from "#seeds/builders/reading.ts";
import { advisoryLocks } from "#server/db/advisory-locks.ts";
import { connect, type Database } from "#server/db/connection.ts";
import { lockBriefly, withBriefLock } from "#server/db/partitions/brief-lock.ts";
import { detachedMark } from "#server/db/partitions/drop-months.ts";
import { keepMonths, makeMonths, makeMonthsOf } from "#server/db/partitions/keep-months.ts";
import { listMonths, monthOf } from "#server/db/partitions/months.ts";
import { partitionedTable } from "#server/db/partitions/partitioned-tables.ts";
import { ingestReadings } from "#server/features/ingest/ingest-readings.ts";
import { lives } from "#server/retention.ts";
import { StartError } from "#server/start-error.ts";
import { connectTo, createTestDatabase, type TestDatabase } from "../support/database.ts";
import { makePsychic } from "../support/people.ts";

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
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await db.close();
  await client.end();
  await database.drop();
});

/** Calls `work` after each statement of `client` that has the words, before its transaction ends. */
function afterStatement(words: string, work: () => Promise<unknown>): void {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
  vi.spyOn(client, "query").mockImplementation((async (...given: unknown[]) => {
    const result = await query(...given);
    if (String(given[0]).includes(words)) {
      // The portal's own limit of a second would end the connection while `work` waits.
      await query("set local idle_in_transaction_session_timeout = 0");
      await work();
    }
    return result;
  }) as never);
}

/** Detaches a month and marks it, but does not drop it: the process was killed in between. */
const detach = (table: string, partition: string) =>
  client.query(`
    alter table ${table} detach partition ${partition};
    comment on table ${partition} is '${detachedMark}';
  `);

async function untilTheyWait(count: number): Promise<void> {
  const waiting = `select from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and not l.granted and l.locktype = 'relation'`;
  await expect
    .poll(async () => (await db.pool.query(waiting)).rowCount, { interval: 5 })
    .toBe(count);
}

describe("statements that wait while a month is made", () => {
  const march = "started_at >= '2018-03-01' and started_at < '2018-04-01'";
  const late = (id: string, more = {}) => ({
    ...{ connection_id: id, user_id: psychicId, started_at: "2018-03-10T15:00:00Z" },
    ...more,
  });

  const add = (id: string, at: string) =>
    `insert into readings (connection_id, psychic_id, customer_id, conn_type, started_at, minutes,
         free_minutes, paid_minutes, rate_cents, revenue_cents, result)
       select ${id}, psychic_id, customer_id, 'Call', ${at}, 1, 0, 1, 1, 1, 'Completed'
         from psychic_customers limit 1`;

  test("find its rows, and add to them", async () => {
    for (const id of ["late 1", "late 2"]) await makeReading(db.sql, late(id));
    const others = await Promise.all(Array.from({ length: 4 }, () => connectTo(database.url)));
    const [counting, changing, adding, planned] = others as [pg.Client, ...pg.Client[]];
    await client.query(`
      create function add_reading(id text, at timestamptz) returns void language plpgsql
        set plan_cache_mode = force_generic_plan as $$ begin ${add("id", "at")}; end $$`);
    await planned?.query("select add_reading('before', '2017-01-05')");

    let answers: Promise<unknown[]> | undefined;
    afterStatement("attach partition", async () => {
      answers = Promise.all([
        counting
          .query(`select count(*)::int from readings where ${march}`)
          .then(({ rows }) => rows),
        changing
          ?.query(`update readings set minutes = 9 where ${march} and connection_id = 'late 2'`)
          .then(({ rowCount }) => rowCount),
        adding?.query(add("'added'", "'2018-03-12'")).then(({ rowCount }) => rowCount),
        planned?.query("select add_reading('planned', '2018-03-13')").then(() => "added"),
        ingestReadings(db.pool, [sentReading(late("late 1", { minutes: 8 }))], "corrected"),
      ]);
      answers.catch(() => {});
      await untilTheyWait(5);
    });
    await makeMonths(client, partitionedTable("readings"), ["2018-03"], now);
    const [counted, ...changed] = (await answers) as unknown[];
    // The count may come before or after the two new readings, so it is 2 or more.
    expect((counted as { count: number }[])[0]?.count).toBeGreaterThanOrEqual(2);
    expect(changed).toEqual([1, 1, "added", expect.objectContaining({ applied: 1 })]);
    const { rows } = await client.query(
      `select connection_id, minutes, tableoid::regclass::text as place from readings
        where ${march} order by 1`,
    );
    const place = "readings_2018_03";
    expect(rows).toEqual([
      { connection_id: "added", minutes: 1, place },
      { connection_id: "late 1", minutes: 8, place },
      { connection_id: "late 2", minutes: 9, place },
      { connection_id: "planned", minutes: 1, place },
    ]);
    for (const one of others) await one.end();
  });

  test("use its partition if the month had no strays, too", async () => {
    let answer: Promise<unknown> | undefined;
    afterStatement("attach partition", async () => {
      answer = db.pool.query(add("'first'", "'2018-05-10'"));
      answer.catch(() => {});
      await untilTheyWait(1);
    });
    await makeMonths(client, partitionedTable("readings"), ["2018-05"], now);
    await answer;
    const { rows } = await client.query(
      "select tableoid::regclass::text as place from readings where connection_id = 'first'",
    );
    expect(rows).toEqual([{ place: "readings_2018_05" }]);
  });
});

describe("a brief lock", () => {
  test("is given up sooner while we hold a lock that others wait for", async () => {
    const other = await connectTo(database.url);
    await other.query("begin; lock table readings_strays in access share mode");
    const times: string[] = [];
    const attempt = withBriefLock(
      client,
      async () => {
        await lockBriefly(client, "readings");
        times.push((await client.query("show lock_timeout")).rows[0].lock_timeout);
        await client.query("lock table readings_strays in access exclusive mode");
      },
      1,
    );
    await expect(attempt).rejects.toMatchObject({ code: "55P03" });
    expect(times).toEqual(["20ms"]);
    await other.end();
  });

  test("only detaches a month; its table is dropped afterwards, even if a kill comes between", async () => {
    const at = new Date(now.getTime() - (lives.logins.days + 40) * 86_400_000);
    const month = monthOf(at);
    await makeMonthsOf(db.pool, "logins", [at.toISOString()]);
    await makeLogin(db.sql, { user_id: psychicId, started_at: at });
    const partition = `public.logins_${month.replace("-", "_")}`;
    const exists = async () =>
      (await db.pool.query("select to_regclass($1) is not null as is_there", [partition])).rows[0]
        .is_there;
    const query = vi.spyOn(client, "query");
    await keepMonths(client, now);
    expect(await exists()).toBe(false);
    const steps = query.mock.calls
      .map(([text]) => /detach partition|commit|drop table/.exec(String(text))?.[0])
      .filter((step) => step !== undefined);
    const detached = steps.indexOf("detach partition");
    expect(steps[detached + 1]).toBe("commit");
    expect(steps.slice(detached)).toContain("drop table");

    // Killed after the first step.
    await makeMonthsOf(db.pool, "logins", [at.toISOString()]);
    await detach("logins", partition);
    await makeMonthsOf(db.pool, "logins", [at.toISOString()]);
    expect(await listMonths(client, "logins")).toContain(month);
    await detach("logins", partition);
    await keepMonths(client, now);
    expect(await exists()).toBe(false);
  });

  test("that we cannot get makes an import stop with a line instead of storing strays", async () => {
    const other = await connectTo(database.url);
    await other.query("begin; lock table pg_inherits");
    const hasty = new pg.Pool({
      connectionString: database.url,
      options: "-c lock_timeout=50",
    });
    const attempt = makeMonthsOf(hasty, "readings", ["2017-03-15"]);
    await expect(attempt).rejects.toThrow(/^No partition can be made now: a backup runs, or/);
    await expect(attempt).rejects.toBeInstanceOf(StartError);
    await other.end();
    await hasty.end();
  });

  test("is not taken to make a partition again while a backup still reads the detached one", async () => {
    const day = "2016-03-15";
    await makeMonthsOf(db.pool, "logins", [day]);
    await detach("logins", "public.logins_2016_03");
    const backup = await connectTo(database.url);
    await backup.query("select pg_advisory_lock($1)", [advisoryLocks.backup]);
    await expect(makeMonthsOf(db.pool, "logins", [day])).rejects.toThrow(
      "logins has no partition for 2016-03. If a backup runs, try again after it",
    );
    await backup.end();
    await expect
      .poll(() => makeMonthsOf(db.pool, "logins", [day]).then(() => listMonths(client, "logins")))
      .toContain("2016-03");
  });

  test("is not taken to drop a month while a backup runs, because the backup would then fail", async () => {
    const at = new Date(now.getTime() - (lives.logins.days + 40) * 86_400_000);
    await makeMonthsOf(db.pool, "logins", [at.toISOString()]);
    const backup = await connectTo(database.url);
    await backup.query("select pg_advisory_lock($1)", [advisoryLocks.backup]);
    await keepMonths(client, now);
    expect(await listMonths(client, "logins")).toContain(monthOf(at));
    await backup.end();
    await expect
      .poll(() => keepMonths(client, now).then(() => listMonths(client, "logins")))
      .not.toContain(monthOf(at));
  });
});
