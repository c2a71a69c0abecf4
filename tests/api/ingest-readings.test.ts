import { describe, expect, test } from "vitest";
import { applyReadings, ingestReadings } from "#server/features/ingest/ingest-readings.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { recount, type SentReading } from "../support/recount.ts";
import { changedDays, expectedFirstCalls, setUpReadings } from "./fixtures/stored-readings.ts";

const fixture = setUpReadings();
const { psychicAt, reading, send, stored, firstCalls, takeChanges } = fixture;

describe("an event", () => {
  test("is applied once, however often it is sent", async () => {
    const batch = [reading(), reading({ connection_id: "C2" })];
    expect(await applyReadings(fixture.db.pool, "once", batch)).toEqual({
      applied: 2,
      duplicate: false,
    });
    const changed = batch.map((row) => ({ ...row, minutes: 1 }));
    expect(await applyReadings(fixture.db.pool, "once", changed)).toEqual({
      applied: 0,
      duplicate: true,
    });
    expect([...(await stored()).values()]).toEqual(batch);
  });

  test.each([1, 2, 300])("of %i readings is applied once by ten senders at once", async (count) => {
    const batch = Array.from({ length: count }, (_, place) =>
      reading({ connection_id: `C${place}`, customer_id: (place % 7) + 1 }),
    );
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => applyReadings(fixture.db.pool, "once", batch)),
    );
    expect(answers.filter(({ duplicate }) => duplicate)).toHaveLength(9);
    expect(answers.reduce((sum, { applied }) => sum + applied, 0)).toBe(count);
    expect((await stored()).size).toBe(count);
    expect((await fixture.db.pool.query("select id from platform_events")).rowCount).toBe(1);
  });

  test("with unknown psychics is refused as a whole, names each place and stores nothing", async () => {
    const { user_id: _, ...unnamed } = reading();
    const batch = [
      reading({ connection_id: "Z" }),
      reading({ connection_id: "Y", user_id: 1_999_999_999 }),
      { ...unnamed, connection_id: "X", extension: "000000" },
      // The next reading would replace this one, but its unknown psychic is still refused.
      reading({ connection_id: "W", user_id: 1_999_999_998 }),
      reading({ connection_id: "W" }),
    ];
    const refused = applyReadings(fixture.db.pool, "mended later", batch);
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
    const corrected = await applyReadings(fixture.db.pool, "mended later", [reading()]);
    expect(corrected).toEqual({ applied: 1, duplicate: false });
  });

  test("may name a psychic by extension", async () => {
    const { user_id: _, ...unnamed } = reading({ connection_id: "C2" });
    const extension = fixture.psychics[1]?.extension ?? "";
    await applyReadings(fixture.db.pool, "named", [reading(), { ...unnamed, extension }]);
    await applyReadings(fixture.db.pool, "alone", [{ ...unnamed, connection_id: "C3", extension }]);
    const rows = [...(await stored()).values()].map(({ user_id }) => user_id);
    expect(rows).toEqual([psychicAt(0), psychicAt(1), psychicAt(1)]);
  });

  test("with one connection twice stores the last", async () => {
    await send(reading({ minutes: 3 }), reading({ connection_id: "C2" }), reading({ minutes: 4 }));
    expect((await stored()).get("C1")?.minutes).toBe(4);
  });

  test("D33: stores a rating's text with its line breaks, without markup", async () => {
    const rating_text = "She <b>knew</b>\u0007 it.\r\n<script>alert(1)</script>5 < 6";
    await send(
      reading({ rating_text }),
      reading({ connection_id: "C2", rating_text: " <i></i> " }),
    );
    expect((await stored()).get("C1")?.rating_text).toBe("She knew it.\nalert(1)5 < 6");
    expect((await stored()).get("C2")?.rating_text).toBeNull();
  });

  test("stores texts unchanged, and accepts any time zone offset", async () => {
    const unusual = reading({
      customer_username: 'a"b\\c{d},é\u{1f52e} NULL',
      result: "null",
      rating: 5,
      rating_text: '{"\\\\"} ,\nNULL',
      started_at: "2026-03-07T23:59:59.999+23:59",
    });
    const same = { ...unusual, started_at: "2026-03-07T00:00:59.999Z" };
    await send({ ...unusual, connection_id: "C0", rating_text: "" }, unusual);
    expect((await stored()).get("C1")).toEqual(same);
    await send({ ...unusual, connection_id: "C2" });
    expect((await stored()).get("C2")).toEqual({ ...same, connection_id: "C2" });
  });

  test("that changes nothing marks no day for a refresh", async () => {
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
  ])("to %s marks the changed days", async (_, change, expectedDays) => {
    // The customer calls again within a day, and once more later.
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
    const markedDays = await takeChanges();
    expect([...markedDays]).toEqual(expect.arrayContaining(expectedDays()));
    expect([...markedDays]).toEqual(
      expect.arrayContaining(changedDays(before, recount(rows.values()))),
    );
  });

  test("to some minutes and back to none removes the first call", async () => {
    await send(reading({ minutes: 0, result: "Busy" }));
    expect(await firstCalls()).toEqual(new Map());
    await send(reading());
    expect((await firstCalls()).size).toBe(1);
    await send(reading({ minutes: 0, result: "Busy" }));
    expect(await firstCalls()).toEqual(new Map());
  });

  test("of the first call makes the next one first, even years later", async () => {
    const first = reading({ started_at: "2024-01-10T12:00:00.000Z" });
    const next = reading({ connection_id: "C2", started_at: "2026-03-07T12:00:00.000Z" });
    await send(first, next);
    await send({ ...first, minutes: 0, result: "Busy" });
    expect(await firstCalls()).toEqual(expectedFirstCalls([next]));
  });

  test("of a later call keeps a first call whose month was archived", async () => {
    await send(reading());
    const archived = "2025-01-10T12:00:00.000Z";
    await fixture.db.sql("psychic_customers").update({ first_call_at: archived });
    await send(reading({ started_at: "2026-03-09T15:00:00.000Z" }));
    expect([...(await firstCalls()).values()]).toEqual([Date.parse(archived)]);
  });

  test("marks all three days that 24 hours touch if one of them has only 23", async () => {
    // 23:30 on the Saturday before the clock change. 24 hours later it is 0:30 on Monday.
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

test("without an event id the same readings are applied again (import)", async () => {
  const batch = [reading(), reading({ connection_id: "C2", user_id: 1_999_999_999 })];
  expect(await ingestReadings(fixture.db.pool, batch, null)).toMatchObject({
    applied: 0,
    unknown: [1],
  });
  for (let time = 0; time < 2; time++) {
    expect(await ingestReadings(fixture.db.pool, [reading()], null)).toEqual({
      applied: 1,
      duplicate: false,
      unknown: [],
    });
  }
  expect((await stored()).size).toBe(1);
  expect((await fixture.db.pool.query("select id from platform_events")).rowCount).toBe(0);
});

test("a reading belongs to the New York day in which it started", async () => {
  await send(reading({ started_at: "2026-03-08T04:59:59.999Z" }));
  await send(reading({ connection_id: "C2", started_at: "2026-11-01T03:59:59.999Z" }));
  const { rows } = await fixture.db.pool.query("select day, started_at from readings order by day");
  expect(rows.map(({ day }) => day)).toEqual(["2026-03-07", "2026-10-31"]);
  for (const { day, started_at } of rows) expect(newYorkDay(Date.parse(started_at))).toBe(day);
});
