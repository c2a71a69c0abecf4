import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { setClock } from "../support/clock.ts";
import { segment, setUpSchedule } from "./fixtures/schedule.ts";

const fixture = setUpSchedule();
const { path, get, post, stored } = fixture;

describe("E35: refusals of a schedule", () => {
  const late = "23:59";
  const quarterly = "Times must be on a quarter hour";
  const overlap = "This overlaps another time";
  const night = segment(7, "23:00", "01:00");

  test.each([
    ["a time off the quarter", [segment(1, "09:00", late)], "schedule.0.to", quarterly],
    [
      "a second off the quarter",
      [night, segment(2, "2026-01-05T14:00:01Z", "17:00")],
      "schedule.1.from",
      quarterly,
    ],
    [
      "an overlap",
      [segment(2, "09:00", "12:00"), segment(2, "11:45", "13:00")],
      "schedule.1.from",
      overlap,
    ],
    [
      "an overlap across midnight",
      [segment(3, "01:00", "03:00"), segment(2, "20:00", "01:15")],
      "schedule.1.from",
      overlap,
    ],
    [
      "an overlap across the week's end",
      [night, segment(1, "00:45", "02:00")],
      "schedule.1.from",
      overlap,
    ],
    [
      "an all-day segment with another one in it",
      [segment(5, "00:00", "00:00"), segment(5, "09:00", "10:00")],
      "schedule.1.from",
      overlap,
    ],
    ["a day 0", [segment(0, "09:00", "10:00")], "schedule.0.day", "Day is not valid"],
    ["a day 8", [segment(8, "09:00", "10:00")], "schedule.0.day", "Day is not valid"],
    ["a half day", [segment(1.5, "09:00", "10:00")], "schedule.0.day", "Day is not valid"],
    [
      "an unknown status",
      [segment(1, "09:00", "10:00", { status: "B" })],
      "schedule.0.status",
      "Status is not valid",
    ],
    [
      "a number 97",
      [segment(1, "09:00", "10:00", { number: 97 })],
      "schedule.0.number",
      "Number is not valid",
    ],
    ["no time", [segment(1, "noon", "10:00")], "schedule.0.from", "Time is not valid"],
    ["24:00", [segment(1, "09:00", "24:00")], "schedule.0.to", "Time is not valid"],
    [
      "an impossible date",
      [segment(1, "2026-02-30T14:00:00Z", "10:00")],
      "schedule.0.from",
      "Time is not valid",
    ],
    [
      "a time without a zone",
      [segment(1, "2026-02-03T14:00", "10:00")],
      "schedule.0.from",
      "Time is not valid",
    ],
    ["an unknown key", [segment(1, "09:00", "10:00", { id: 4 })], "schedule.0.id", "Unknown field"],
    [
      "673 segments",
      Array.from({ length: 673 }, () => segment(1, "09:00", "09:15")),
      "schedule",
      "Too many times for one week",
    ],
  ])("%s is 422 and changes nothing", async (_, schedule, place, message) => {
    await post([segment(6, "10:00", "12:00")]);
    const refused = await post(schedule);
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toContainEqual(expect.objectContaining({ path: place, message }));
    expect(await stored()).toEqual(["6 1 A 10:00:00 12:00:00"]);
  });

  test("a psychic who does not exist is 404, and so is a manager's own id", async () => {
    for (const userId of [fixture.managerId, 2_000_000_000, 99_999_999_999]) {
      expect((await fixture.manager.get(path(userId))).status).toBe(404);
      expect((await fixture.manager.post(path(userId), { schedule: [] })).status).toBe(404);
    }
  });

  test("an account that may not be edited is 409 (D4)", async () => {
    const { sql } = fixture.portal.services.db;
    await sql("psychics")
      .where({ user_id: fixture.id })
      .update({ account_status: "Pending", requires_approval: true });
    expect((await post([])).status).toBe(409);
    expect((await fixture.manager.post(path(), { schedule: [] })).status).toBe(409);
    expect((await get()).status).toBe(200);
  });
});

describe("safety 18: versions of a schedule", () => {
  test("a write on an older version is 412 with the current week and version", async () => {
    const { headers } = await get();
    const week = [segment(2, "09:00", "17:00")];
    const first = await fixture.psychic
      .post(path(), { schedule: week })
      .set("If-Match", headers.etag ?? "");
    expect(first.status).toBe(204);
    const late = await fixture.manager
      .post(path(), { schedule: [segment(3, "10:00", "11:00")] })
      .set("If-Match", headers.etag ?? "");
    expect(late.status).toBe(412);
    expect(late.headers.etag).toBe(first.headers.etag);
    expect(late.body.current).toEqual((await get()).body);
    expect(await stored()).toEqual(["2 1 A 09:00:00 17:00:00"]);
    const again = await fixture.psychic.get(path()).set("If-None-Match", first.headers.etag ?? "");
    expect(again.status).toBe(304);
  });

  test("two devices that save on one version: one wins", async () => {
    const { headers } = await get();
    const answers = await Promise.all(
      [fixture.psychic, fixture.manager].map((browser, index) =>
        browser
          .post(path(), { schedule: [segment(2 + index, "09:00", "17:00")] })
          .set("If-Match", headers.etag ?? ""),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 412]);
    expect(await stored()).toHaveLength(1);
  });

  test("a new week changes the answer, but a save on the old ETag still succeeds", async () => {
    const saved = await post([segment(7, "09:00", "17:00")]);
    const { etag = "" } = saved.headers;
    const getIfChanged = () => fixture.psychic.get(path()).set("If-None-Match", etag);
    const clockBefore = fixture.portal.services.clock().getTime();
    const goTo = (instant: string) => setClock(new Date(instant));
    // The clock goes from the last minute of Saturday in New York to the first of Sunday.
    await goTo("2026-03-15T03:59:00Z");
    expect((await getIfChanged()).status).toBe(304);
    await goTo("2026-03-15T04:00:00Z");
    const next = await getIfChanged();
    expect([next.status, next.headers.etag]).toEqual([
      200,
      `"schedule-${fixture.id}-2.2026-03-15-weeks"`,
    ]);
    expect(next.body.schedule[0].from).toBe("2026-03-21T13:00:00.000Z");
    const edit = (from: string, tag: string) =>
      fixture.psychic.post(path(), { schedule: [segment(7, from, "17:00")] }).set("If-Match", tag);
    const late = await edit("10:00", etag);
    expect([late.status, late.headers.etag]).toEqual([
      204,
      `"schedule-${fixture.id}-3.2026-03-15-weeks"`,
    ]);
    expect((await edit("11:00", etag)).status).toBe(412);
    expect((await edit("11:00", next.headers.etag ?? "")).status).toBe(412);
    expect(await stored()).toEqual(["7 1 A 10:00:00 17:00:00"]);
    await setClock(new Date(clockBefore));
  });

  test("an idempotency key has one effect", async () => {
    const key = randomUUID();
    const send = () =>
      fixture.psychic
        .post(path(), { schedule: [segment(2, "09:00", "17:00")] })
        .set("Idempotency-Key", key);
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.etag}`)).size).toBe(1);
    expect(await fixture.deliveries("schedule.changed")).toHaveLength(1);
  });
});
