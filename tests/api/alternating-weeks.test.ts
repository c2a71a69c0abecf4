import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { scheduleEndpoints } from "#shared/schedule.ts";
import { segment, setUpSchedule } from "./fixtures/schedule.ts";

/** It is a Wednesday of a B week; the week of March 15 is an A week. */
const fixture = setUpSchedule();
const { path, get, post, stored } = fixture;
const sql = () => fixture.portal.services.db.sql;

const odd = segment(2, "09:00", "17:00", { weeks: "A" });
const even = segment(2, "12:00", "20:00", { number: 2, weeks: "B" });
const weekly = segment(5, "10:00", "11:00");

const storedWeeks = async () =>
  (
    await sql()("schedule_segments").where({ psychic_id: fixture.id }).orderBy(["day", "number"])
  ).map(({ day, number, weeks }) => [day, number, weeks]);

describe("hours of every second week (S34, D74)", () => {
  test("are saved, and answered with the dates of the next week that has them", async () => {
    expect((await post([odd, even, weekly])).status).toBe(204);
    const { body } = await get();
    expect(scheduleEndpoints.getSchedule.response.parse(body)).toEqual(body);
    expect(body).toEqual({
      schedule: [
        { ...odd, from: "2026-03-16T13:00:00.000Z", to: "2026-03-16T21:00:00.000Z" },
        { ...even, from: "2026-03-09T16:00:00.000Z", to: "2026-03-10T00:00:00.000Z" },
        { ...weekly, from: "2026-03-12T14:00:00.000Z", to: "2026-03-12T15:00:00.000Z" },
      ],
      total: 3,
    });
    // Saving the answer changes nothing.
    expect((await post(body.schedule)).status).toBe(204);
    expect((await get()).body).toEqual(body);
  });

  test("null means every week, and a time of every week has no field `weeks`", async () => {
    await post([{ ...weekly, weeks: null }]);
    expect(await storedWeeks()).toEqual([[5, 1, null]]);
    expect(Object.keys((await get()).body.schedule[0])).not.toContain("weeks");
  });

  test("a client that knows one week only reads `weeks` as an extra field, and saves hours of every week", async () => {
    await post([odd, weekly]);
    const { body, headers } = await get();
    const plain = ({ day, number, status, from, to }: typeof odd) => ({
      ...{ day, number, status, from, to },
    });
    expect(body.schedule.map(plain)).toEqual([
      { ...segment(2, "2026-03-16T13:00:00.000Z", "2026-03-16T21:00:00.000Z") },
      { ...segment(5, "2026-03-12T14:00:00.000Z", "2026-03-12T15:00:00.000Z") },
    ]);
    const saved = await fixture.psychic
      .post(path(), { schedule: body.schedule.map(plain) })
      .set("If-Match", headers.etag ?? "");
    expect(saved.status).toBe(204);
    expect(await storedWeeks()).toEqual([
      [2, 1, null],
      [5, 1, null],
    ]);
    const [removed] = await sql()("audit_trail")
      .where({ subject_id: fixture.id, action: "schedule changed" })
      .orderBy("id", "desc")
      .pluck("detail");
    expect(removed).toEqual({
      removed: ["2 09:00-17:00 A 2026-03-15"],
      added: ["2 09:00-17:00 A"],
    });
  });

  test("if both weeks' hours overlap, such a client cannot save them by mistake", async () => {
    await post([odd, even]);
    const { body } = await get();
    const answer = await post(
      body.schedule.map(({ weeks: _, ...plain }: { weeks: string }) => plain),
    );
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [
        {
          path: "schedule.1.from",
          code: expect.any(String),
          message: "This overlaps another time",
        },
      ],
    ]);
    expect(await storedWeeks()).toEqual([
      [2, 1, "A"],
      [2, 2, "B"],
    ]);
  });

  test("Saturday night overlaps the Sunday after it, which is in the other week", async () => {
    const night = segment(7, "22:00", "02:00", { weeks: "A" });
    const sunday = segment(1, "01:00", "03:00");
    expect((await post([night, { ...sunday, weeks: "A" }])).status).toBe(204);
    expect((await post([night, { ...sunday, weeks: "B" }])).status).toBe(422);
    expect((await post([night, sunday])).status).toBe(422);
  });

  test.each([
    "C",
    "a",
    "",
    " A",
    "AB",
    1,
    true,
    ["A"],
    { A: 1 },
    "<b>A</b>",
    "A'; drop table users",
  ])("refuses the weeks %j", async (weeks) => {
    await post([weekly]);
    const { status, body } = await post([{ ...odd, weeks }]);
    expect([status, body.errors]).toEqual([
      422,
      [{ path: "schedule.0.weeks", code: expect.any(String), message: "Weeks are A or B" }],
    ]);
    expect(await stored()).toEqual(["5 1 A 10:00:00 11:00:00"]);
  });

  test("a day has room for 96 times, also if its weeks alternate", async () => {
    const quarters = (weeks: string) =>
      Array.from({ length: 49 }, (_, place) => {
        const clock = (count: number) =>
          `${String(Math.floor(count / 4)).padStart(2, "0")}:${String((count % 4) * 15).padStart(2, "0")}`;
        return { ...{ day: 3, status: "A", weeks }, from: clock(place), to: clock(place + 1) };
      });
    const full = [...quarters("A"), ...quarters("B")];
    const { status, body } = await post(full);
    expect([status, body.errors[0].path, body.errors[0].message]).toEqual([
      ...[422, "schedule.96.day", "Too many times for one day"],
    ]);
    expect((await post(full.slice(0, 96))).status).toBe(204);
  });

  test("a row of the earlier release, which knows no weeks, holds every week", async () => {
    await sql().raw(
      `insert into schedule_segments (psychic_id, day, number, starts, ends, status)
       values (?, 2, 1, '09:00', '10:00', 'A')`,
      [fixture.id],
    );
    expect((await get()).body.schedule).toEqual([
      segment(2, "2026-03-09T13:00:00.000Z", "2026-03-09T14:00:00.000Z"),
    ]);
  });
});

describe("the platform (S34, D74)", () => {
  const plainOdd = { ...segment(2, "09:00", "17:00"), first_sunday: "2026-01-04" };
  const plainEven = { ...segment(2, "12:00", "20:00", { number: 2 }), first_sunday: "2026-01-11" };

  test("gets the hours of every second week apart, so that nobody takes them for every week's", async () => {
    await post([odd, even, weekly]);
    await post([weekly]);
    expect(await fixture.deliveries("schedule.changed")).toEqual([
      { user_id: fixture.id, schedule: [weekly], alternating: [plainOdd, plainEven] },
      { user_id: fixture.id, schedule: [weekly] },
    ]);
  });

  test("gets both lists with a change of the exceptions, too", async () => {
    await post([odd, weekly]);
    const saved = await fixture.psychic.put(`${path()}/exceptions`, { exceptions: [] });
    expect(saved.status).toBe(204);
    expect((await fixture.deliveries("schedule.changed")).at(-1)).toEqual({
      ...{ user_id: fixture.id, schedule: [weekly], alternating: [plainOdd], exceptions: [] },
    });
  });
});

describe("promised hours of every second week (S25, S34)", () => {
  const days = ["2026-03-09", "2026-03-16", "2026-03-23", "2026-03-30"];
  const hours = ({ from, to }: { from: string; to: string }) => [from, to];
  const expected = [
    [["2026-03-09T16:00:00.000Z", "2026-03-10T00:00:00.000Z"]],
    [["2026-03-16T13:00:00.000Z", "2026-03-16T21:00:00.000Z"]],
    [["2026-03-23T16:00:00.000Z", "2026-03-24T00:00:00.000Z"]],
    [["2026-03-30T13:00:00.000Z", "2026-03-30T21:00:00.000Z"]],
  ];

  test("are in a psychic's day", async () => {
    await post([odd, even]);
    const promised = [];
    for (const day of days) {
      const { body } = await fixture.psychic.get(`/api/psychics/${fixture.id}/timeline?day=${day}`);
      promised.push(body.promised.map(hours));
    }
    expect(promised).toEqual(expected);
  });

  test("are in the calendar, and the calendar's rules agree with the day's", async () => {
    await post([odd, even]);
    const { body } = await fixture.psychic.post("/api/calendar");
    const { text } = await fixture.portal.visit().get(new URL(body.address).pathname);
    const events = new ICAL.Component(ICAL.parse(text))
      .getAllSubcomponents("vevent")
      .map((event) => new ICAL.Event(event))
      .map(({ startDate, endDate }) =>
        [startDate, endDate].map((time) => time.toJSDate().toISOString()),
      );
    expect(events.slice(0, 4)).toEqual(expected.flat());
  });

  test("are on the floor only in their week", async () => {
    const { day } = { day: 4 };
    await post([
      segment(day, "18:00", "19:00", { weeks: "A" }),
      segment(day, "20:00", "21:00", { number: 2, weeks: "B" }),
      // Tomorrow.
      segment(5, "18:00", "19:00", { weeks: "A" }),
    ]);
    const { body } = await fixture.manager.get("/api/floor");
    const row = body.psychics.find(({ user_id }: { user_id: number }) => user_id === fixture.id);
    expect(row.promised.map(hours)).toEqual([
      ["2026-03-12T00:00:00.000Z", "2026-03-12T01:00:00.000Z"],
    ]);
  });

  test("are counted in the day's figures of the floor only in their week", async () => {
    const promisedAt = async (at: string) => {
      await fixture.portal.advance(61_000);
      const { body } = await fixture.manager.get("/api/floor/day");
      return body.counts.find((count: { at: string }) => count.at === at).promised;
    };
    const [inOdd, inEven] = ["2026-03-11T22:00:00.000Z", "2026-03-12T00:00:00.000Z"];
    const before = [await promisedAt(inOdd), await promisedAt(inEven)];
    await post([
      segment(4, "18:00", "19:00", { weeks: "A" }),
      segment(4, "20:00", "21:00", { number: 2, weeks: "B" }),
    ]);
    const after = [await promisedAt(inOdd), await promisedAt(inEven)];
    expect(after.map((count, place) => count - (before[place] ?? 0))).toEqual([0, 1]);
  });
});
