import fc from "fast-check";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { connect, type Database } from "#server/db/connection.ts";
import { applyReadings, ingestReadings } from "#server/features/ingest/ingest-readings.ts";

import { newYorkDay } from "#shared/rules/new-york.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { patient } from "../support/patience.ts";
import { makePsychic } from "../support/people.ts";
import { type DayRow, recount, type SentReading } from "../support/recount.ts";

vi.setConfig({ testTimeout: patient(120_000), hookTimeout: patient(120_000) });

const forget =
  "truncate readings, psychic_customers, customers, statistics_changes, platform_events cascade";

let database: TestDatabase;
let db: Database;
/** The codes of the errors that PostgreSQL answered, also those that a second try made good. */
let refusals: (string | undefined)[] = [];
let psychics: { id: number; extension: string }[];

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { onError: () => {} });
  const query = db.pool.query.bind(db.pool) as (config: pg.QueryConfig) => Promise<pg.QueryResult>;
  db.pool.query = ((config: pg.QueryConfig) =>
    query(config).catch((error: pg.DatabaseError) => {
      refusals.push(error.code);
      throw error;
    })) as typeof db.pool.query;
  psychics = [];
  for (let count = 0; count < 4; count++) psychics.push(await makePsychic(db.sql));
});
afterEach(async () => {
  refusals = [];
  await db.pool.query(forget);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const psychicAt = (place: number) => (psychics[place] as { id: number }).id;

/** Known only once the psychics are, hence a function. */
function reading(more: Partial<SentReading> = {}): SentReading {
  return {
    connection_id: "C1",
    user_id: psychicAt(0),
    customer_id: 1,
    customer_username: "ada",
    conn_type: "Call",
    started_at: "2026-03-07T15:00:00.000Z",
    minutes: 10,
    free_minutes: 5,
    paid_minutes: 5,
    rate: 2.99,
    revenue: 14.95,
    result: "Completed",
    rating: null,
    rating_text: null,
    has_recording: false,
    ...more,
  };
}

let events = 0;
const send = (...readings: SentReading[]) => applyReadings(db.pool, `event-${++events}`, readings);

/** Every reading as it was sent, by its id. */
async function stored(): Promise<Map<string, SentReading>> {
  const { rows } = await db.pool.query(`
    select connection_id, psychic_id as user_id, customer_id, username as customer_username,
        conn_type, started_at, minutes, free_minutes, paid_minutes, rate_cents / 100.0 as rate,
        revenue_cents / 100.0 as revenue, result, rating, rating_text, has_recording
      from readings join customers on customers.id = customer_id`);
  return new Map(
    rows.map((row) => [
      row.connection_id,
      { ...row, started_at: new Date(row.started_at).toISOString() },
    ]),
  );
}

async function firstCalls(): Promise<Map<string, number | null>> {
  const { rows } = await db.pool.query(
    "select * from psychic_customers where first_call_at is not null",
  );
  return new Map(
    rows.map((row) => [`${row.psychic_id} ${row.customer_id}`, Date.parse(row.first_call_at)]),
  );
}

function expectedFirstCalls(readings: Iterable<SentReading>): Map<string, number> {
  const firsts = new Map<string, number>();
  for (const { user_id, customer_id, minutes, started_at } of readings) {
    if (minutes === 0) continue;
    const pair = `${user_id} ${customer_id}`;
    firsts.set(pair, Math.min(Date.parse(started_at), firsts.get(pair) ?? Infinity));
  }
  return firsts;
}

/** The marked psychic-days, each once; and forgets them. */
async function takeChanges(): Promise<Set<string>> {
  const { rows } = await db.pool.query("delete from statistics_changes returning psychic_id, day");
  return new Set(rows.map(({ psychic_id, day }) => `${psychic_id} ${day}`));
}

/** The psychic-days whose sums differ. */
function changedDays(before: DayRow[], after: DayRow[]): string[] {
  const key = ({ psychic_id, day }: DayRow) => `${psychic_id} ${day}`;
  const old = new Map(before.map((row) => [key(row), JSON.stringify(row)]));
  const now = new Map(after.map((row) => [key(row), JSON.stringify(row)]));
  return [...new Set([...old.keys(), ...now.keys()])].filter(
    (day) => old.get(day) !== now.get(day),
  );
}

describe("an event", () => {
  test("is applied once, however often it is sent", async () => {
    const batch = [reading(), reading({ connection_id: "C2" })];
    expect(await applyReadings(db.pool, "once", batch)).toEqual({ applied: 2, duplicate: false });
    const changed = batch.map((row) => ({ ...row, minutes: 1 }));
    expect(await applyReadings(db.pool, "once", changed)).toEqual({ applied: 0, duplicate: true });
    expect([...(await stored()).values()]).toEqual(batch);
  });

  test.each([1, 2, 300])("of %i readings is applied once by ten senders at once", async (count) => {
    const batch = Array.from({ length: count }, (_, place) =>
      reading({ connection_id: `C${place}`, customer_id: (place % 7) + 1 }),
    );
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => applyReadings(db.pool, "once", batch)),
    );
    expect(answers.filter(({ duplicate }) => duplicate)).toHaveLength(9);
    expect(answers.reduce((sum, { applied }) => sum + applied, 0)).toBe(count);
    expect((await stored()).size).toBe(count);
    expect((await db.pool.query("select id from platform_events")).rowCount).toBe(1);
  });

  test("with unknown psychics is refused whole, each place is named, and it leaves no trace", async () => {
    const { user_id: _, ...nobody } = reading();
    const batch = [
      reading({ connection_id: "Z" }),
      reading({ connection_id: "Y", user_id: 1_999_999_999 }),
      { ...nobody, connection_id: "X", extension: "000000" },
      // Replaced by the next one, and wrong all the same.
      reading({ connection_id: "W", user_id: 1_999_999_998 }),
      reading({ connection_id: "W" }),
    ];
    const refused = applyReadings(db.pool, "mended later", batch);
    await expect(refused).rejects.toMatchObject({
      code: "invalid",
      errors: [
        { path: "data.readings.1.user_id" },
        { path: "data.readings.2.extension" },
        { path: "data.readings.3.user_id" },
      ],
    });
    expect((await stored()).size).toBe(0);
    expect(await takeChanges()).toEqual(new Set());
    const mended = await applyReadings(db.pool, "mended later", [reading()]);
    expect(mended).toEqual({ applied: 1, duplicate: false });
  });

  test("names a psychic by extension as well", async () => {
    const { user_id: _, ...named } = reading({ connection_id: "C2" });
    const extension = psychics[1]?.extension ?? "";
    await applyReadings(db.pool, "named", [reading(), { ...named, extension }]);
    await applyReadings(db.pool, "alone", [{ ...named, connection_id: "C3", extension }]);
    const rows = [...(await stored()).values()].map(({ user_id }) => user_id);
    expect(rows).toEqual([psychicAt(0), psychicAt(1), psychicAt(1)]);
  });

  test("that brings one connection twice keeps the last", async () => {
    await send(reading({ minutes: 3 }), reading({ connection_id: "C2" }), reading({ minutes: 4 }));
    expect((await stored()).get("C1")?.minutes).toBe(4);
  });

  test("D33: keeps a rating's words on their lines, without markup", async () => {
    const rating_text = "She <b>knew</b>\u0007 it.\r\n<script>alert(1)</script>5 < 6";
    await send(
      reading({ rating_text }),
      reading({ connection_id: "C2", rating_text: " <i></i> " }),
    );
    expect((await stored()).get("C1")?.rating_text).toBe("She knew it.\nalert(1)5 < 6");
    expect((await stored()).get("C2")?.rating_text).toBeNull();
  });

  test("keeps texts as they are, and any offset", async () => {
    const odd = reading({
      customer_username: 'a"b\\c{d},é\u{1f52e} NULL',
      result: "null",
      rating: 5,
      rating_text: '{"\\\\"} ,\nNULL',
      started_at: "2026-03-07T23:59:59.999+23:59",
    });
    const same = { ...odd, started_at: "2026-03-07T00:00:59.999Z" };
    await send({ ...odd, connection_id: "C0", rating_text: "" }, odd);
    expect((await stored()).get("C1")).toEqual(same);
    await send({ ...odd, connection_id: "C2" });
    expect((await stored()).get("C2")).toEqual({ ...same, connection_id: "C2" });
  });

  test("that changes nothing marks nothing", async () => {
    const batch = [reading(), reading({ connection_id: "C2", minutes: 0, result: "Busy" })];
    await send(...batch);
    await takeChanges();
    expect(await send(...batch)).toEqual({ applied: 2, duplicate: false });
    expect(await send(reading())).toEqual({ applied: 1, duplicate: false });
    expect(await takeChanges()).toEqual(new Set());
  });
});

describe("a correction", () => {
  const day = "2026-03-07";
  test.each<[string, () => Partial<SentReading>, () => string[]]>([
    ["a rating", () => ({ rating: 4, rating_text: "Kind" }), () => [`${psychicAt(0)} ${day}`]],
    ["fewer minutes", () => ({ minutes: 6, paid_minutes: 1 }), () => [`${psychicAt(0)} ${day}`]],
    ["no minutes", () => ({ minutes: 0, result: "Refused" }), () => [`${psychicAt(0)} ${day}`]],
    ["revenue", () => ({ rate: 1.99, revenue: 9.95 }), () => [`${psychicAt(0)} ${day}`]],
    ["a chat", () => ({ conn_type: "Chat" }), () => [`${psychicAt(0)} ${day}`]],
    ["a recording", () => ({ has_recording: true }), () => [`${psychicAt(0)} ${day}`]],
    [
      "a later start",
      () => ({ started_at: "2026-03-09T15:00:00.000Z" }),
      () => [`${psychicAt(0)} ${day}`, `${psychicAt(0)} 2026-03-09`],
    ],
    [
      "another psychic",
      () => ({ user_id: psychicAt(1) }),
      () => [`${psychicAt(0)} ${day}`, `${psychicAt(1)} ${day}`],
    ],
    [
      "another customer",
      () => ({ customer_id: 2, customer_username: "bea" }),
      () => [`${psychicAt(0)} ${day}`],
    ],
  ])("of %s", async (_, change, marks) => {
    // The customer comes back within a day, and later.
    const later = reading({ connection_id: "C2", started_at: "2026-03-08T14:00:00.000Z" });
    const last = reading({ connection_id: "C3", started_at: "2026-03-10T15:00:00.000Z" });
    await send(reading(), later, last);
    await takeChanges();
    const before = recount((await stored()).values());
    const corrected = reading(change());
    await send(corrected);
    const rows = await stored();
    expect(rows.get("C1")).toEqual(corrected);
    expect(await firstCalls()).toEqual(expectedFirstCalls(rows.values()));
    const marked = await takeChanges();
    expect([...marked]).toEqual(expect.arrayContaining(marks()));
    expect([...marked]).toEqual(
      expect.arrayContaining(changedDays(before, recount(rows.values()))),
    );
  });

  test("to minutes and back leaves no first call behind", async () => {
    await send(reading({ minutes: 0, result: "Busy" }));
    expect(await firstCalls()).toEqual(new Map());
    await send(reading());
    expect((await firstCalls()).size).toBe(1);
    await send(reading({ minutes: 0, result: "Busy" }));
    expect(await firstCalls()).toEqual(new Map());
  });

  test("marks all three days that 24 hours touch when a day has only 23", async () => {
    // 23:30 on the eve of the change of clocks; 24 hours later it is 0:30 on the Monday.
    const eve = reading({ connection_id: "C1", started_at: "2026-03-08T04:30:00.000Z" });
    const sunday = reading({ connection_id: "C2", started_at: "2026-03-08T12:00:00.000Z" });
    const monday = reading({ connection_id: "C3", started_at: "2026-03-09T04:15:00.000Z" });
    await send(eve, sunday, monday);
    await takeChanges();
    await send(reading({ connection_id: "C0", started_at: "2026-03-01T12:00:00.000Z" }));
    const days = ["2026-03-01", "2026-03-07", "2026-03-08", "2026-03-09"];
    expect(await takeChanges()).toEqual(new Set(days.map((day) => `${psychicAt(0)} ${day}`)));
  });
});

/** Few of everything, so that everything meets: times are half hours around a change of clocks. */
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

test("corrections in any order: rows, first calls and marks are always right", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyReading(12), { minLength: 1, maxLength: 6 }), { maxLength: 10 }),
      async (batches) => {
        await db.pool.query(forget);
        const model = new Map<string, SentReading>();
        for (const batch of batches) {
          const before = recount(model.values());
          for (const row of batch) model.set(row.connection_id, row);
          await send(...batch);
          const marked = await takeChanges();
          const missing = changedDays(before, recount(model.values())).filter(
            (day) => !marked.has(day),
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

test("any order, splitting and repetition of readings ends in the same state", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyReading(60), {
        selector: ({ connection_id }) => connection_id,
        minLength: 1,
        maxLength: 30,
      }),
      fc.infiniteStream(fc.integer({ min: 0, max: 2 ** 31 - 1 })),
      async (readings, chance) => {
        const draw = (below: number) => (chance.next().value as number) % below;
        await db.pool.query(forget);
        const sent = [...readings, ...readings.filter(() => draw(3) === 0)];
        sent.sort(() => draw(3) - 1);
        while (sent.length > 0) {
          const batch = sent.splice(0, 1 + draw(8));
          const id = `event-${++events}`;
          await applyReadings(db.pool, id, batch);
          if (draw(4) === 0) await applyReadings(db.pool, id, batch);
        }
        const rows = await stored();
        expect(rows).toEqual(new Map(readings.map((row) => [row.connection_id, row])));
        expect(await firstCalls()).toEqual(expectedFirstCalls(readings));
        const marked = await takeChanges();
        expect(changedDays([], recount(readings)).filter((day) => !marked.has(day))).toEqual([]);
      },
    ),
    { numRuns: 40 },
  );
});

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
      .map((row, place) => ({ ...row, customer_id: 1 + (place % 100) }));
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
    expect(refusals).not.toContain("40P01");
  });

  test("that correct each other never deadlock, and the first calls are right", async () => {
    // Anew a few times: some races are only while pairs are made, others come later.
    for (let seed = 1; seed <= 6; seed++) {
      await db.pool.query(forget);
      const any = fc.sample(anyReading(40), { numRuns: 1_500, seed });
      const batches = Array.from({ length: 150 }, (_, place) =>
        any.slice(place * 10, place * 10 + 10),
      );
      await sendAtOnce(batches);
      const rows = await stored();
      expect(await firstCalls()).toEqual(expectedFirstCalls(rows.values()));
      const marked = await takeChanges();
      const changed = changedDays([], recount(rows.values()));
      expect(changed.filter((day) => !marked.has(day))).toEqual([]);
    }
    expect(refusals).not.toContain("40P01");
  });
});

test("without an event the same readings may come again (import)", async () => {
  const batch = [reading(), reading({ connection_id: "C2", user_id: 1_999_999_999 })];
  expect(await ingestReadings(db.pool, batch, null)).toMatchObject({ applied: 0, unknown: [1] });
  for (let time = 0; time < 2; time++) {
    expect(await ingestReadings(db.pool, [reading()], null)).toEqual({
      applied: 1,
      duplicate: false,
      unknown: [],
    });
  }
  expect((await stored()).size).toBe(1);
  expect((await db.pool.query("select id from platform_events")).rowCount).toBe(0);
});

test("a reading belongs to the New York day in which it started", async () => {
  await send(reading({ started_at: "2026-03-08T04:59:59.999Z" }));
  await send(reading({ connection_id: "C2", started_at: "2026-11-01T03:59:59.999Z" }));
  const { rows } = await db.pool.query("select day, started_at from readings order by day");
  expect(rows.map(({ day }) => day)).toEqual(["2026-03-07", "2026-10-31"]);
  for (const { day, started_at } of rows) expect(newYorkDay(Date.parse(started_at))).toBe(day);
});
