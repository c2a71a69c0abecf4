import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { advisoryLocks } from "#server/db/advisory-locks.ts";
import { connect, type Database } from "#server/db/connection.ts";
import { ingestReadings } from "#server/features/ingest/ingest-readings.ts";
import { rebuildStatistics, refreshStatistics } from "#server/features/statistics/refresh.ts";
import { sumColumns } from "#server/queries/reading-sums.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { patient } from "../support/patience.ts";
import { makePsychic } from "../support/people.ts";
import { recount, type SentReading } from "../support/recount.ts";
import { rollUpFaults } from "../support/roll-ups.ts";

let database: TestDatabase;
let db: Database;
const psychicIds: number[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { onError: () => {}, poolSize: 8 });
  for (let number = 0; number < 3; number++) psychicIds.push((await makePsychic(db.sql)).id);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});
beforeEach(() => empty());

async function empty(): Promise<void> {
  await db.pool.query(
    `truncate daily_statistics, statistics_changes, readings, psychic_customers, customers cascade`,
  );
}

/** Also checks that the sums of months and of all psychics agree with those of the days. */
async function storedSums() {
  expect(await rollUpFaults(db.pool)).toEqual([]);
  const { rows } = await db.pool.query(
    `select psychic_id, day, ${sumColumns.join(", ")} from daily_statistics order by day, psychic_id`,
  );
  return rows;
}

const refresh = () => refreshStatistics(db.pool, new Date());

/** New York's clock changes, the borders of those days, and the starts of a usual day and a year. */
const edges = [
  "2026-03-08T05:00:00Z",
  "2026-03-08T07:00:00Z",
  "2026-03-09T04:00:00Z",
  "2026-11-01T04:00:00Z",
  "2026-11-01T06:00:00Z",
  "2026-11-02T05:00:00Z",
  "2026-06-15T04:00:00Z",
  "2026-01-01T05:00:00Z",
].map((text) => Date.parse(text));
const hour = 3_600_000;

const instants = fc
  .tuple(
    fc.constantFrom(...edges),
    fc.constantFrom(-24 * hour, -hour, 0, hour, 23 * hour, 24 * hour, 25 * hour),
    fc.constantFrom(-1, 0, 1, 1_800_000),
  )
  .map(([edge, hours, more]) => new Date(edge + hours + more).toISOString());

/** Few ids, so that many readings correct an earlier one in any field, even its psychic or time. */
const readings = fc.record({
  connection_id: fc.integer({ min: 1, max: 15 }).map((number) => `c${number}`),
  user_id: fc.integer({ min: 0, max: 1 }),
  customer_id: fc.integer({ min: 1, max: 3 }),
  conn_type: fc.constantFrom("Call" as const, "Chat" as const),
  started_at: instants,
  minutes: fc.constantFrom(0, 0, 1, 7, 59),
  free_minutes: fc.integer({ min: 0, max: 5 }),
  paid_minutes: fc.constantFrom(0, 3, 50),
  rate: fc.constantFrom(0.01, 3.99, 10),
  revenue: fc.integer({ min: 0, max: 99_999 }).map((cents) => cents / 100),
  result: fc.constantFrom(
    "Completed",
    "No Answer",
    "Busy",
    "Declined",
    "Voicemail",
    "Dropped",
    "?",
  ),
  rating: fc.option(fc.integer({ min: 1, max: 5 })),
});

const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.array(readings, { minLength: 1, maxLength: 6 }) },
    { weight: 1, arbitrary: fc.constant("refresh" as const) },
  ),
  { minLength: 1, maxLength: 12 },
);

function asSent(generated: Omit<SentReading, "customer_username">): SentReading {
  const user_id = psychicIds[generated.user_id] as number;
  return { ...generated, user_id, customer_username: `customer${generated.customer_id}` };
}

describe("daily_statistics", () => {
  test("after several refreshes equals a recount of all readings", async () => {
    await fc.assert(
      fc
        .asyncProperty(steps, async (sequence) => {
          const latest = new Map<string, SentReading>();
          for (const step of sequence) {
            if (step === "refresh") {
              await refresh();
              expect(await storedSums()).toEqual(recount(latest.values()));
              continue;
            }
            const batch = step.map(asSent);
            await ingestReadings(db.pool, batch, null);
            for (const reading of batch) latest.set(reading.connection_id, reading);
          }
          await refresh();
          const incremental = await storedSums();
          expect(incremental).toEqual(recount(latest.values()));
          await rebuildStatistics(db.pool, new Date());
          expect(await storedSums()).toEqual(incremental);
        })
        .afterEach(empty),
      { numRuns: 60 },
    );
  });

  test("has no row for a day that lost its last reading", async () => {
    const [here, there] = [psychicIds[0] as number, psychicIds[1] as number];
    const reading = {
      connection_id: "moved",
      user_id: here,
      customer_id: 1,
      customer_username: "one",
      conn_type: "Call" as const,
      started_at: "2026-06-15T12:00:00.000Z",
      minutes: 10,
      free_minutes: 0,
      paid_minutes: 10,
      rate: 3.99,
      revenue: 39.9,
      result: "Completed",
    };
    await ingestReadings(db.pool, [reading], null);
    await refresh();
    expect(await storedSums()).toMatchObject([{ psychic_id: here, day: "2026-06-15" }]);
    await ingestReadings(db.pool, [{ ...reading, user_id: there }], null);
    await refresh();
    expect(await storedSums()).toMatchObject([{ psychic_id: there, calls: 1 }]);
  });

  test("stays empty without readings, and each refresh is counted", async () => {
    const before = await state();
    expect(await refresh()).toEqual({ days: 0 });
    expect(await rebuildStatistics(db.pool, new Date("2026-06-15T12:00:00Z"))).toEqual({ days: 0 });
    expect(await storedSums()).toEqual([]);
    expect(await state()).toEqual({
      number: before.number + 2,
      refreshed_at: "2026-06-15T12:00:00Z",
    });
  });

  async function state() {
    const { rows } = await db.pool.query("select number, refreshed_at from statistics_state");
    return rows[0];
  }
});

describe("at the same time", () => {
  const batch = (sender: number, round: number): SentReading[] =>
    Array.from({ length: 8 }, (_, place) => ({
      connection_id: `s${sender}-${(round * 8 + place) % 30}`,
      user_id: psychicIds[(sender + place) % 3] as number,
      customer_id: 1 + ((round + place) % 4),
      customer_username: "someone",
      conn_type: place % 2 ? "Chat" : "Call",
      started_at: new Date((edges[place] as number) + round * hour).toISOString(),
      minutes: (round * place) % 20,
      free_minutes: 1,
      paid_minutes: round % 5,
      rate: 3.99,
      revenue: round + place / 100,
      result: "Completed",
    }));

  test("refreshes and new readings lose no reading", async () => {
    const latest = new Map<string, SentReading>();
    let isSending = true;
    const senders = Array.from({ length: 3 }, async (_, sender) => {
      for (let round = 0; round < 15; round++) {
        const readings = batch(sender, round);
        await ingestReadings(db.pool, readings, null);
        for (const reading of readings) latest.set(reading.connection_id, reading);
      }
    });
    const refreshers = Array.from({ length: 2 }, async () => {
      while (isSending) await refresh();
    });
    await Promise.all(senders).finally(() => {
      isSending = false;
    });
    await Promise.all(refreshers);
    await refresh();
    expect(await storedSums()).toEqual(recount(latest.values()));
  });

  test("a refresh waits for another one instead of failing or counting twice", async () => {
    await ingestReadings(db.pool, batch(0, 1), null);
    const holder = await db.pool.connect();
    await holder.query(`begin; select pg_advisory_xact_lock(${advisoryLocks.statisticsRefresh})`);
    let done = false;
    const waiting = refresh().then(() => {
      done = true;
    });
    // This is longer than a request may wait for a lock.
    await expect.poll(secondsWaited, { timeout: patient(60_000) }).toBeGreaterThan(2.2);
    expect(done).toBe(false);
    await holder.query("commit");
    holder.release();
    await waiting;
    expect(await storedSums()).toEqual(recount(batch(0, 1)));
  });

  test("a refresh that fails changes nothing, and the next one does its work", async () => {
    await ingestReadings(db.pool, batch(0, 1), null);
    const holder = await db.pool.connect();
    // The refresh needs this row for its last statement.
    await holder.query("begin; select number from statistics_state for update");
    const broken = refresh();
    const rejection = expect(broken).rejects.toThrow();
    await expect.poll(() => waiters(), { timeout: patient(60_000) }).toHaveLength(1);
    const [waiter] = await waiters();
    await db.pool.query("select pg_terminate_backend($1)", [waiter]);
    await rejection;
    await holder.query("rollback");
    holder.release();
    expect(await storedSums()).toEqual([]);
    await refresh();
    expect(await storedSums()).toEqual(recount(batch(0, 1)));
  });

  /** The longest time that a query has waited for a lock. */
  async function secondsWaited(): Promise<number> {
    const { rows } = await db.pool.query<{ seconds: number | null }>(
      `select max(extract(epoch from clock_timestamp() - query_start))::float as seconds
         from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]?.seconds ?? 0;
  }

  async function waiters(): Promise<number[]> {
    const { rows } = await db.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
          and query like 'update statistics_state%'`,
    );
    return rows.map((row) => row.pid);
  }
});
