import { describe, expect, test } from "vitest";
import { insertRows } from "#seeds/builders/insert.ts";
import { sentReading } from "#seeds/builders/reading.ts";
import { makeSegment } from "#seeds/builders/schedule.ts";
import type { Inserted } from "#server/db/table.ts";
import { countAllHours } from "#server/features/hours/count-hours.ts";
import { prunePsychicHours } from "#server/features/hours/hours.ts";
import { erasePsychic } from "#server/features/privacy/erase-person.ts";
import { makePsychic } from "../support/people.ts";
import { filled, hourOf, now, setUpHours } from "./fixtures/hours.ts";

const app = setUpHours();
const { sql, newPsychic, on, reading, count, hours } = app;

const nothing = { promised: 0, answered: 0, missed: 0, repeat_callers: 0, paid_an_hour: null };

describe("a psychic's hours (E74)", () => {
  test("are empty until the first count, and for a psychic without a whole week", async () => {
    const { id } = await newPsychic();
    const empty = { weeks: 0, first_day: null, last_day: null, hours: [], advice: [] };
    expect(await hours(id)).toEqual({ ...empty, as_of: null });
    // This week has not ended.
    await on(id, ["2026-11-15T14:00:00Z", "A"]);
    await count();
    expect(await hours(id)).toEqual({ ...empty, as_of: expect.stringMatching(/^2026-11-16T15:/) });
    expect((await app.manager.get("/api/psychics/999999/hours")).status).toBe(404);
  });

  test("have the time on, calls and chats, repeat callers and dollars an hour", async () => {
    const { id } = await newPsychic();
    // Thursday, November 12, in New York: 9 PM to 10:30 PM, with a customer in between.
    await on(
      id,
      ["2026-11-13T02:00:00Z", "A"],
      ["2026-11-13T02:10:00Z", "B"],
      ["2026-11-13T02:40:00Z", "P"],
      ["2026-11-13T03:30:00Z", "U"],
    );
    const at = (minute: number) => `2026-11-13T02:${minute}:00Z`;
    // Two days before: these customers are no longer new.
    for (const customer_id of [501, 502]) {
      await reading(id, "2026-11-10T20:00:00Z", { customer_id });
    }
    const paid = { paid_minutes: 10, revenue: 40 };
    await reading(id, at(10), { customer_id: 501, ...paid });
    await reading(id, at(20), { customer_id: 501, ...paid, conn_type: "Chat" });
    await reading(id, at(30), { customer_id: 503, ...paid, revenue: 0.4 });
    await reading(id, at(40), { customer_id: 502, minutes: 0, result: "Busy" });
    await reading(id, at(50), { customer_id: 504, minutes: 0, result: "Cancelled" });
    await makeSegment(sql(), { psychic_id: id, day: 5, starts: "22:00", ends: "23:30" });
    await count();
    const own = await hours(id);
    expect([own.weeks, own.first_day, own.last_day]).toEqual([8, "2026-09-20", "2026-11-14"]);
    expect(own.hours).toHaveLength(168);
    const thursday = filled(own).filter(({ hour = 0 }) => hour >= hourOf(4, 0));
    expect(thursday).toEqual([
      {
        ...{ hour: hourOf(4, 21), on: 1, promised: 0, answered: 3, missed: 1 },
        ...{ repeat_callers: 2, paid_an_hour: 80 },
      },
      { ...nothing, hour: hourOf(4, 22), on: 0.5, promised: 8 },
      { ...nothing, hour: hourOf(4, 23), on: 0, promised: 4 },
    ]);
  });

  test("show no dollars below three readings (D23c), to nobody", async () => {
    const psychic = await newPsychic();
    await on(psychic.id, ["2026-11-09T15:00:00Z", "A"], ["2026-11-09T16:00:00Z", "U"]);
    for (const customer_id of [511, 512]) {
      await reading(psychic.id, "2026-11-09T15:10:00Z", { customer_id });
    }
    await count();
    const own = await app.portal.signIn(psychic.username, psychic.password);
    const asPsychic = await hours(psychic.id, own);
    expect(asPsychic).toEqual(await hours(psychic.id));
    expect(filled(asPsychic)).toEqual([{ ...nothing, hour: hourOf(1, 10), on: 1, answered: 2 }]);
    await reading(psychic.id, "2026-11-09T15:20:00Z", { customer_id: 513 });
    await count();
    // Three times seven paid minutes at 3.99.
    expect(filled(await hours(psychic.id))).toMatchObject([{ answered: 3, paid_an_hour: 84 }]);
  });

  test("begin with the first whole week of which the availability is known", async () => {
    const { id } = await newPsychic();
    await sql()("availability_changes").where({ psychic_id: id }).delete();
    await makeSegment(sql(), { psychic_id: id, day: 1, starts: "12:00", ends: "13:00" });
    for (const at of ["2026-10-21T14:10:00Z", "2026-11-04T15:10:00Z", "2026-11-10T15:10:00Z"]) {
      await reading(id, at);
    }
    await count();
    expect((await hours(id)).weeks).toBe(0);
    await on(id, ["2026-11-01T03:00:00Z", "U"], ["2026-11-10T15:00:00Z", "A"]);
    await count();
    const own = await hours(id);
    expect([own.weeks, own.first_day]).toEqual([2, "2026-11-01"]);
    expect(own.hours[hourOf(0, 12)]).toMatchObject({ hours: 2, promised: 2 });
    expect(own.hours.reduce((sum, { answered }) => sum + answered, 0)).toBe(2);
  });

  test("begin with the first week that has a figure", async () => {
    const { id } = await newPsychic();
    await on(id, ["2026-10-28T14:00:00Z", "A"], ["2026-10-28T15:00:00Z", "U"]);
    await count();
    const own = await hours(id);
    expect([own.weeks, own.first_day]).toEqual([3, "2026-10-25"]);
    expect(own.hours[hourOf(3, 10)]).toMatchObject({ hours: 3, on: 1 });
  });

  test("a missed call counts once, with its reading or without one", async () => {
    const { id } = await newPsychic();
    const call = (id_: string, more: object): Inserted<"call_attempts"> => ({
      ...{ psychic_id: id, id: id_, initiated_at: "2026-11-11T15:00:00Z" },
      ...{ ended_at: "2026-11-11T15:01:00Z", event_at: "2026-11-11T15:01:00Z" },
      ...more,
    });
    await insertRows(sql(), "call_attempts", [
      call("alone", { result: "No Answer" }),
      call("read", { result: "Voicemail", connection_id: "read" }),
      call("elsewhere", { result: "Declined", connection_id: "elsewhere" }),
      call("hung-up", { result: "Cancelled" }),
      call("goes-on", { result: null, ended_at: null }),
    ]);
    const missed = { minutes: 0, result: "Voicemail", customer_id: 521 };
    await reading(id, "2026-11-11T15:00:00Z", { ...missed, connection_id: "read" });
    // Another psychic took the call.
    const other = await newPsychic();
    await reading(other.id, "2026-11-11T15:01:00Z", { connection_id: "elsewhere" });
    await count();
    expect(filled(await hours(id))).toEqual([
      { ...nothing, hour: hourOf(3, 10), on: 0, missed: 3 },
    ]);
  });
});

describe("midnight, weeks and clock changes (S33)", () => {
  test("a night is split at midnight, and Saturday's between two weeks", async () => {
    const { id } = await newPsychic();
    await on(id, ["2026-11-08T04:30:00Z", "A"], ["2026-11-08T05:15:00Z", "U"]);
    await reading(id, "2026-11-08T04:59:59Z", { customer_id: 531 });
    await reading(id, "2026-11-08T05:00:00Z", { customer_id: 532 });
    await count();
    const rows = await sql()("psychic_hours")
      .where({ psychic_id: id })
      .select("week", "hour", "on_seconds", "answered")
      .orderBy("week");
    expect(rows).toEqual([
      { week: "2026-11-01", hour: 167, on_seconds: 1800, answered: 1 },
      { week: "2026-11-08", hour: 0, on_seconds: 900, answered: 1 },
    ]);
  });

  test("autumn's repeated hour belongs to the same hour of the week", async () => {
    const { id } = await newPsychic();
    // 11 PM to 3 AM on the clock: five hours.
    await on(id, ["2026-11-01T03:00:00Z", "A"], ["2026-11-01T08:00:00Z", "U"]);
    for (const at of ["2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z"]) {
      await reading(id, at, { customer_id: 541 });
    }
    // A promise from midnight to 3 AM has four hours on this day.
    await makeSegment(sql(), { psychic_id: id, day: 1, starts: "00:00", ends: "03:00" });
    await count();
    const { hours: all } = await hours(id);
    expect(all[167]).toMatchObject({ hours: 8, on: 1 });
    expect(all.slice(0, 3).map(({ hours, on, promised }) => [hours, on, promised])).toEqual([
      [8, 1, 8],
      [9, 2, 9],
      [8, 1, 8],
    ]);
    expect(all[1]).toMatchObject({ answered: 2 });
  });

  test("the hour that spring skips has no time", async () => {
    const { id } = await newPsychic();
    await on(id, ["2026-03-08T05:00:00Z", "A"], ["2026-03-08T09:00:00Z", "U"]);
    await countAllHours(app.portal.services.db.pool, new Date("2026-04-27T15:00:00Z"));
    const { hours: all, weeks } = await hours(id);
    expect(weeks).toBe(7);
    expect(all.slice(0, 6).map(({ hours, on }) => [hours, on])).toEqual([
      ...[
        [7, 1],
        [7, 1],
        [6, 0],
        [7, 1],
        [7, 1],
        [7, 0],
      ],
    ]);
    await count();
  });

  test("whoever has been on since before the eight weeks is on in every hour", async () => {
    const { id } = await newPsychic();
    await on(id, ["2025-12-25T14:00:00Z", "A"], ["2026-01-05T14:00:00Z", "O"]);
    const { id: unknown } = await makePsychic(sql());
    await sql()("availability").insert({ psychic_id: unknown, code: "A", at: "2026-02-01T00:00Z" });
    await count();
    for (const one of [id, unknown]) {
      const { hours: all } = await hours(one);
      expect(all.filter(({ on, hours }) => on !== hours)).toEqual([]);
      expect(all.reduce((sum, { on }) => sum + on, 0)).toBe(8 * 168 + 1);
    }
  });
});

describe("the count", () => {
  const rowsOf = (id: number) =>
    sql()("psychic_hours").where({ psychic_id: id }).orderBy(["week", "hour"]);

  test("is exact again after late events and corrections", async () => {
    const { id } = await newPsychic();
    const say = (code: string, at: string) =>
      app.applied("availability.changed", at, { user_id: id, code, at });
    const call = (started_at: string, more: object) =>
      app.applied("readings.recorded", started_at, {
        readings: [
          sentReading({
            ...{ user_id: id, connection_id: "late-1", customer_id: 551, started_at, ...more },
          }),
        ],
      });
    await say("A", "2026-11-10T15:00:00Z");
    await say("U", "2026-11-10T17:00:00Z");
    await call("2026-11-10T15:05:00Z", { minutes: 10 });
    await count();
    const both = [
      { ...nothing, hour: hourOf(2, 10), on: 1, answered: 1 },
      { ...nothing, hour: hourOf(2, 11), on: 1 },
    ];
    expect(filled(await hours(id))).toEqual(both);
    // Late news: the psychic went off earlier. The call was an hour later, and missed.
    expect(await say("U", "2026-11-10T15:30:00Z")).toBe(0);
    await call("2026-11-10T16:05:00Z", { minutes: 0, result: "No Answer" });
    const missed = {
      ...{ id: "late-call", user_id: id, connection_id: null, result: "Busy" },
      ...{ initiated_at: "2026-11-10T18:00:00Z", ringing_at: null, answered_at: null },
      ended_at: "2026-11-10T18:00:09Z",
    };
    await app.applied("call.attempted", missed.ended_at, missed);
    expect(filled(await hours(id))).toEqual(both);
    await count();
    expect(filled(await hours(id))).toEqual([
      { ...nothing, hour: hourOf(2, 10), on: 0.5 },
      { ...nothing, hour: hourOf(2, 11), on: 0, missed: 1 },
      { ...nothing, hour: hourOf(2, 13), on: 0, missed: 1 },
    ]);
  });

  test("changes nothing when it runs again, also twice at the same time", async () => {
    const { id } = await newPsychic();
    await on(id, ["2026-11-10T15:00:00Z", "A"], ["2026-11-10T17:00:00Z", "U"]);
    await Promise.all([count(), count()]);
    const rows = await rowsOf(id);
    expect(rows).toHaveLength(2);
    const written = await sql()("psychic_hours").select("ctid").orderBy("ctid");
    await Promise.all([count(), count()]);
    expect(await rowsOf(id)).toEqual(rows);
    expect(await sql()("psychic_hours").select("ctid").orderBy("ctid")).toEqual(written);
  });

  test("promises only of Active psychics, and forgets the erased", async () => {
    const { id } = await newPsychic();
    await makeSegment(sql(), { psychic_id: id, day: 2, starts: "18:00", ends: "19:00" });
    await on(id, ["2026-11-10T15:00:00Z", "A"], ["2026-11-10T16:00:00Z", "U"]);
    await count();
    expect(filled(await hours(id))).toEqual([
      { ...nothing, hour: hourOf(1, 18), on: 0, promised: 8 },
      { ...nothing, hour: hourOf(2, 10), on: 1 },
    ]);
    await sql()("psychics").where({ user_id: id }).update({ account_status: "Inactive" });
    await count();
    expect(filled(await hours(id))).toEqual([{ ...nothing, hour: hourOf(2, 10), on: 1 }]);
    await sql().transaction((trx) => erasePsychic(trx, id, now));
    expect(await rowsOf(id)).toEqual([]);
    await count();
    expect(await rowsOf(id)).toEqual([]);
  });

  test("keeps seventy days", async () => {
    const { id } = await newPsychic();
    const row = (week: string) => ({
      ...{ psychic_id: id, week, hour: 3, on_seconds: 60, promised_seconds: 0, paid_cents: 0 },
      ...{ answered: 0, missed: 0, repeat_callers: 0 },
    });
    await sql()("psychic_hours").insert([row("2026-08-30"), row("2026-09-13")]);
    expect(await prunePsychicHours.prune(app.portal.services, now)).toBe(false);
    expect((await rowsOf(id)).map(({ week }) => week)).toEqual(["2026-09-13"]);
  });
});
