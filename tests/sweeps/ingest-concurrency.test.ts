import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyReadings } from "#server/features/ingest/ingest-readings.ts";
import { readingBatch } from "#server/features/ingest/reading-columns.ts";
import { ingestStatement } from "#server/features/ingest/readings-sql.ts";
import { changedDays, expectedFirstCalls, setUpReadings } from "../api/fixtures/stored-readings.ts";
import { patient } from "../support/patience.ts";
import { recount, type SentReading } from "../support/recount.ts";

const fixture = setUpReadings();
const { psychicAt, reading, send, stored, firstCalls, takeChanges, removeReadings } = fixture;

/** Few ids and times, so that readings often collide. Times are half hours around a clock change. */
function anyReading(connections: number): fc.Arbitrary<SentReading> {
  return fc
    .record({
      connection: fc.integer({ min: 1, max: connections }),
      psychic: fc.integer({ min: 0, max: 2 }),
      customer: fc.integer({ min: 1, max: 3 }),
      halfHour: fc.integer({ min: 0, max: 5 * 48 }),
      minutes: fc.constantFrom(0, 3, 10, 25),
      rating: fc.constantFrom(null, 5),
      conn_type: fc.constantFrom("Call" as const, "Chat" as const),
    })
    .map(({ connection, psychic, customer, halfHour, minutes, rating, conn_type }) =>
      reading({
        connection_id: `C${connection}`,
        user_id: psychicAt(psychic),
        customer_id: customer,
        customer_username: `customer${customer}`,
        started_at: new Date(Date.UTC(2026, 2, 6, 5) + halfHour * 1_800_000).toISOString(),
        result: minutes === 0 ? "No Answer" : "Completed",
        free_minutes: 0,
        paid_minutes: minutes,
        revenue: Math.round(minutes * 299) / 100,
        minutes,
        rating,
        conn_type,
      }),
    );
}

test("after corrections in any order, rows, first calls and changed days are right", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyReading(12), { minLength: 1, maxLength: 6 }), { maxLength: 10 }),
      async (batches) => {
        await removeReadings();
        const model = new Map<string, SentReading>();
        for (const batch of batches) {
          const before = recount(model.values());
          for (const row of batch) model.set(row.connection_id, row);
          await send(...batch);
          const markedDays = await takeChanges();
          const missing = changedDays(before, recount(model.values())).filter(
            (day) => !markedDays.has(day),
          );
          expect(missing).toEqual([]);
        }
        expect(await stored()).toEqual(model);
        expect(await firstCalls()).toEqual(expectedFirstCalls(model.values()));
      },
    ),
    { numRuns: 60 },
  );
});

test("readings in any order, split or repeated, end in the same state", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyReading(60), {
        selector: ({ connection_id }) => connection_id,
        minLength: 1,
        maxLength: 30,
      }),
      fc.infiniteStream(fc.integer({ min: 0, max: 2 ** 31 - 1 })),
      async (readings, randomNumbers) => {
        const drawBelow = (limit: number) => (randomNumbers.next().value as number) % limit;
        await removeReadings();
        const sent = [...readings, ...readings.filter(() => drawBelow(3) === 0)];
        sent.sort(() => drawBelow(3) - 1);
        while (sent.length > 0) {
          const batch = sent.splice(0, 1 + drawBelow(8));
          const id = randomUUID();
          await applyReadings(fixture.db.pool, id, batch);
          if (drawBelow(4) === 0) await applyReadings(fixture.db.pool, id, batch);
        }
        const rows = await stored();
        expect(rows).toEqual(new Map(readings.map((row) => [row.connection_id, row])));
        expect(await firstCalls()).toEqual(expectedFirstCalls(readings));
        const markedDays = await takeChanges();
        expect(changedDays([], recount(readings)).filter((day) => !markedDays.has(day))).toEqual(
          [],
        );
      },
    ),
    { numRuns: 40 },
  );
});

test.each(["a known", "a new"])(
  "a rating sent right after its reading is kept for %s pair",
  async (pair) => {
    if (pair === "a known") await send(reading({ connection_id: "before" }));
    for (let attempt = 1; attempt <= 20; attempt++) {
      const recorded = reading({
        connection_id: `C${attempt}`,
        customer_id: pair === "a new" ? attempt + 1 : 1,
      });
      const unrated = send(recorded);
      await Promise.all([
        unrated,
        send({ ...recorded, rating: 4 }),
        send({ ...recorded, rating: 5 }),
      ]);
      expect((await stored()).get(recorded.connection_id)?.rating).toBe(5);
    }
  },
);

describe("eight overlapping senders", () => {
  async function sendAtOnce(batches: SentReading[][]) {
    const queue = [...batches];
    const work = async () => {
      for (let batch = queue.shift(); batch; batch = queue.shift()) await send(...batch);
    };
    await Promise.all(Array.from({ length: 8 }, work));
  }

  test("of the same new readings, each in its own order, never deadlock", async () => {
    const rows = fc
      .sample(anyReading(2_000), { numRuns: 1_500, seed: 7 })
      .map((row, index) => ({ ...row, customer_id: 1 + (index % 100) }));
    const last = [...new Map(rows.map((row) => [row.connection_id, row])).values()];
    const shuffled = (seed: number) =>
      fc.sample(fc.shuffledSubarray(last, { minLength: last.length }), { numRuns: 1, seed })[0] ??
      [];
    const batches = Array.from({ length: 8 }, (_, sender) => {
      const mine = shuffled(sender);
      return [mine.slice(0, 400), mine.slice(400)];
    });
    await sendAtOnce(batches.flat());
    expect((await stored()).size).toBe(last.length);
    expect(await firstCalls()).toEqual(expectedFirstCalls(last));
    expect(fixture.errorCodes).not.toContain("40P01");
  });

  test("that correct each other never deadlock, and the first calls are right", async () => {
    // Repeats with new pairs: some races happen only while pairs are created, others later.
    for (let seed = 1; seed <= 6; seed++) {
      await removeReadings();
      const samples = fc.sample(anyReading(40), { numRuns: 1_500, seed });
      const batches = Array.from({ length: 150 }, (_, index) =>
        samples.slice(index * 10, index * 10 + 10),
      );
      await sendAtOnce(batches);
      const rows = await stored();
      expect(await firstCalls()).toEqual(expectedFirstCalls(rows.values()));
      const markedDays = await takeChanges();
      const changed = changedDays([], recount(rows.values()));
      expect(changed.filter((day) => !markedDays.has(day))).toEqual([]);
    }
    expect(fixture.errorCodes).not.toContain("40P01");
  });
});

test("a batch waits for a correction that takes its pair's first call away", async () => {
  const [first, later, last] = [
    reading(),
    reading({ connection_id: "C2", started_at: "2026-03-08T15:00:00.000Z" }),
    reading({ connection_id: "C3", started_at: "2026-03-09T15:00:00.000Z" }),
  ];
  await send(first);
  const client = await fixture.db.pool.connect();
  try {
    await client.query("begin");
    const batch = readingBatch([
      { ...first, minutes: 0, free_minutes: 0, paid_minutes: 0, revenue: 0, result: "No Answer" },
    ]);
    await client.query({
      ...ingestStatement(1),
      values: [null, "exclusive", batch.users, batch.extensions, ...batch.columns],
    });
    const sent = send(later, last);
    await expect
      .poll(
        async () => {
          // The lock of a row names no database, but its waiter also holds locks of tables.
          const { rows } = await client.query(
            `select from pg_locks w
              where not granted and exists (
                select from pg_locks h join pg_database d on d.oid = h.database
                 where h.pid = w.pid and d.datname = current_database())`,
          );
          return rows.length;
        },
        { timeout: patient(60_000) },
      )
      .toBeGreaterThan(0);
    await client.query("commit");
    await sent;
  } finally {
    client.release();
  }
  expect([...(await firstCalls()).values()]).toEqual([Date.parse(later.started_at)]);
});

test("events that arrive together share a transaction, and each has its own outcome", async () => {
  await send(reading());
  const usual = (event: number) =>
    [1, 2].map((place) =>
      reading({
        connection_id: `E${event}-${place}`,
        started_at: `2026-03-0${8 + (event % 2)}T1${place}:00:00.000Z`,
      }),
    );
  const events = [
    ...Array.from({ length: 9 }, (_, event) => usual(event)),
    // The first reading is of a new pair, so this event is not of the usual kind.
    [reading({ connection_id: "N1", customer_id: 2 }), reading({ connection_id: "N2" })],
  ];
  const outcomes = await Promise.all(events.map((event) => send(...event)));
  expect(outcomes).toEqual(events.map(() => ({ applied: 2, duplicate: false })));
  expect((await stored()).size).toBe(1 + events.flat().length);
  const { rows } = await fixture.db.pool.query(
    "select count(distinct xmin::text)::int as transactions from readings where connection_id ~ '^E'",
  );
  expect(rows[0].transactions).toBeLessThan(9);
});
