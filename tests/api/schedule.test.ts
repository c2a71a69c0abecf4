import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { oneRow } from "#server/db/one-row.ts";
import { newYorkDay, weekday } from "#shared/rules/new-york.ts";
import { clockTime, instantsOf, overlapping, wallMinutes } from "#shared/rules/schedule.ts";
import { scheduleEndpoints } from "#shared/schedule.ts";
import { setClock } from "../support/clock.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

/** A Wednesday; the clocks change on the Sunday before, March 8. */
const now = new Date("2026-03-11T15:00:00Z");

let portal: TestApp;
let manager: SignedIn;
let managerId: number;
let id: number;
let psychic: SignedIn;

beforeAll(async () => {
  portal = await openTestApp({ now });
  const account = await makeManager(portal.services.db.sql);
  managerId = account.id;
  manager = await portal.signIn(account.username, password);
});
afterAll(() => portal.close());
beforeEach(async () => {
  const account = await makePsychic(portal.services.db.sql, { manager_id: managerId });
  id = account.id;
  psychic = await portal.signIn(account.username, password);
});

const path = (of = id) => `/api/psychics/${of}/schedule`;
const get = (query = "") => psychic.get(`${path()}${query}`);
const post = (schedule: unknown) => psychic.post(path(), { schedule } as object);
const at = (day: number, from: string, to: string, more: object = {}) => ({
  day,
  number: 1,
  status: "A",
  from,
  to,
  ...more,
});

type Row = { day: number; number: number; status: string; from: string; to: string };
const clocks = (rows: Row[]) =>
  rows.map(({ day, number, status, from, to }) =>
    [day, number, status, clockTime(wallMinutes(from)), clockTime(wallMinutes(to))].join(" "),
  );
const stored = async () =>
  (
    await portal.services.db
      .sql("schedule_segments")
      .where({ psychic_id: id })
      .orderBy(["day", "number"])
      .select()
  ).map(({ day, number, status, starts, ends }) => [day, number, status, starts, ends].join(" "));
const told = () =>
  portal.services.db
    .sql("deliveries")
    .where({ psychic_id: id, type: "schedule.changed" })
    .orderBy("id")
    .pluck("data");

describe("E28 E35: a schedule", () => {
  test("is empty at first", async () => {
    const { status, body, headers } = await get();
    expect([status, body]).toEqual([200, { schedule: [], total: 0 }]);
    expect(headers.etag).toBe(`"schedule-${id}-1.2026-03-08"`);
    expect(headers["cache-control"]).toBe("private, no-cache");
  });

  test("is replaced as a whole and answered with this week's dates (D13, D14, S14)", async () => {
    await post([at(2, "09:00", "17:00")]);
    const saved = await post([
      at(4, "21:00", "02:00", { status: "O" }),
      at(1, "2026-01-04T14:00:00.000Z", "2026-01-04T22:00:00.000Z"),
      // Monday 11 PM in New York is Tuesday in UTC.
      at(2, "2026-07-07T03:00:00.000Z", "2026-07-07T03:45:00.000Z"),
      at(7, "00:00", "00:00"),
    ]);
    expect(saved.status).toBe(204);
    expect(await stored()).toEqual([
      "1 1 A 09:00:00 17:00:00",
      "2 1 A 23:00:00 23:45:00",
      "4 1 O 21:00:00 02:00:00",
      "7 1 A 00:00:00 00:00:00",
    ]);
    const { body, headers } = await get();
    expect(scheduleEndpoints.getSchedule.response.parse(body)).toEqual(body);
    expect(headers.etag).toBe(saved.headers.etag);
    expect(body).toEqual({
      schedule: [
        at(1, "2026-03-08T13:00:00.000Z", "2026-03-08T21:00:00.000Z"),
        at(2, "2026-03-10T03:00:00.000Z", "2026-03-10T03:45:00.000Z"),
        at(4, "2026-03-12T01:00:00.000Z", "2026-03-12T06:00:00.000Z", { status: "O" }),
        at(7, "2026-03-14T04:00:00.000Z", "2026-03-15T04:00:00.000Z"),
      ],
      total: 4,
    });
  });

  test("an edge that this week's clock change skips is the same weekday's a week later", async () => {
    await post([at(1, "02:30", "04:00")]);
    const { body } = await get();
    expect(body.schedule).toEqual([at(1, "2026-03-15T06:30:00.000Z", "2026-03-15T08:00:00.000Z")]);
  });

  test("numbers each day from 1: as given, then by start (T15)", async () => {
    await post([
      at(3, "20:00", "21:00", { number: 9 }),
      at(3, "08:00", "09:00", { number: null }),
      at(3, "10:00", "11:00", { number: 2 }),
    ]);
    expect(await stored()).toEqual([
      "3 1 A 10:00:00 11:00:00",
      "3 2 A 20:00:00 21:00:00",
      "3 3 A 08:00:00 09:00:00",
    ]);
  });

  test("may be emptied, and may fill the whole week in quarter hours", async () => {
    const full = Array.from({ length: 7 * 96 }, (_, index) => {
      const from = (index % 96) * 15;
      const day = Math.floor(index / 96) + 1;
      return at(day, clockTime(from), clockTime((from + 15) % 1440), { number: (index % 96) + 1 });
    });
    expect((await post(full)).status).toBe(204);
    const { body } = await get("?limit=1&offset=671");
    expect([clocks(body.schedule), body.total]).toEqual([["7 96 A 23:45 00:00"], 672]);
    expect((await post([])).status).toBe(204);
    expect((await get()).body).toEqual({ schedule: [], total: 0 });
  });

  test("takes any week without an overlap, and reads it back as it was saved", async () => {
    const quarter = fc.integer({ min: 0, max: 95 }).map((count) => count * 15);
    const segments = fc.array(
      fc.record({
        day: fc.integer({ min: 1, max: 7 }),
        from: quarter,
        to: quarter,
        status: fc.constantFrom("A" as const, "O" as const),
      }),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(segments, async (week) => {
        const free = week.filter((_, place) => !overlapping(week).includes(place));
        const wire = free.map(({ from, to, ...rest }, index) => ({
          ...rest,
          number: index + 1,
          from: clockTime(from),
          to: clockTime(to),
        }));
        expect((await post(wire)).status).toBe(204);
        const once = (await get()).body.schedule;
        expect(
          clocks(once)
            .map((line) => line.replace(/ \d+ /, " "))
            .sort(),
        ).toEqual(
          wire.map(({ day, status, from, to }) => [day, status, from, to].join(" ")).sort(),
        );
        // What was read may be saved again, and nothing moves.
        expect((await post(once)).status).toBe(204);
        expect((await get()).body.schedule).toEqual(once);
      }),
      { numRuns: 15 },
    );
  });

  test("keeps its wall clock when the clocks change, and the day of its dates", async () => {
    await post([at(4, "18:00", "22:30")]);
    const [march] = (await get()).body.schedule;
    const half = 200 * 86_400_000;
    await portal.advance(half);
    const account = await oneRow(portal.services.db.sql("users").where({ id }).first("username"));
    psychic = await portal.signIn(account.username, password);
    const [later] = (await get()).body.schedule;
    await portal.advance(-half);
    expect(clocks([later])).toEqual(clocks([march]));
    expect(weekday(newYorkDay(Date.parse(later.from)))).toBe(4);
    expect(later.from).not.toBe(march.from);
  });

  test("tells the platform the times of day, and the trail what differs (C4)", async () => {
    const older = { day: 2, number: 1, status: "A", from: "09:00", to: "17:00" };
    const newer = { day: 3, number: 1, status: "O", from: "21:00", to: "02:00" };
    const same = { day: 5, number: 1, status: "A", from: "10:00", to: "11:00" };
    await post([older, same]);
    await post([newer, same]);
    expect(await told()).toEqual([
      { user_id: id, schedule: [older, same] },
      { user_id: id, schedule: [newer, same] },
    ]);
    const trail = await portal.services.db
      .sql("audit_trail")
      .where({ subject_id: id, action: "schedule changed" })
      .orderBy("id")
      .select("actor_id", "detail");
    expect(trail.at(-1)).toEqual({
      actor_id: id,
      detail: { removed: ["2 09:00-17:00 A"], added: ["3 21:00-02:00 O"] },
    });
  });

  test("sorts by a column, and refuses another", async () => {
    await post([at(2, "09:00", "17:00"), at(5, "08:00", "12:00")]);
    const { body } = await get("?sort=from&order=desc");
    expect(clocks(body.schedule)).toEqual(["2 1 A 09:00 17:00", "5 1 A 08:00 12:00"]);
    expect((await get("?sort=psychic_id")).status).toBe(422);
  });
});

describe("E35: refusals of a schedule", () => {
  const late = "23:59";
  const quarterly = "Times must be on a quarter hour";
  const overlap = "This overlaps another time";
  const night = at(7, "23:00", "01:00");

  test.each([
    ["a time off the quarter", [at(1, "09:00", late)], "schedule.0.to", quarterly],
    [
      "a second off the quarter",
      [night, at(2, "2026-01-05T14:00:01Z", "17:00")],
      "schedule.1.from",
      quarterly,
    ],
    ["an overlap", [at(2, "09:00", "12:00"), at(2, "11:45", "13:00")], "schedule.1.from", overlap],
    [
      "an overlap across midnight",
      [at(3, "01:00", "03:00"), at(2, "20:00", "01:15")],
      "schedule.1.from",
      overlap,
    ],
    [
      "an overlap across the week's end",
      [night, at(1, "00:45", "02:00")],
      "schedule.1.from",
      overlap,
    ],
    [
      "an all-day day with more in it",
      [at(5, "00:00", "00:00"), at(5, "09:00", "10:00")],
      "schedule.1.from",
      overlap,
    ],
    ["a day 0", [at(0, "09:00", "10:00")], "schedule.0.day", "Day is not valid"],
    ["a day 8", [at(8, "09:00", "10:00")], "schedule.0.day", "Day is not valid"],
    ["a half day", [at(1.5, "09:00", "10:00")], "schedule.0.day", "Day is not valid"],
    [
      "an unknown status",
      [at(1, "09:00", "10:00", { status: "B" })],
      "schedule.0.status",
      "Status is not valid",
    ],
    [
      "a number 97",
      [at(1, "09:00", "10:00", { number: 97 })],
      "schedule.0.number",
      "Number is not valid",
    ],
    ["no time", [at(1, "noon", "10:00")], "schedule.0.from", "Time is not valid"],
    ["24:00", [at(1, "09:00", "24:00")], "schedule.0.to", "Time is not valid"],
    [
      "an impossible date",
      [at(1, "2026-02-30T14:00:00Z", "10:00")],
      "schedule.0.from",
      "Time is not valid",
    ],
    [
      "a time without a zone",
      [at(1, "2026-02-03T14:00", "10:00")],
      "schedule.0.from",
      "Time is not valid",
    ],
    ["an unknown key", [at(1, "09:00", "10:00", { id: 4 })], "schedule.0.id", "Unknown field"],
    [
      "673 segments",
      Array.from({ length: 673 }, () => at(1, "09:00", "09:15")),
      "schedule",
      "Too many times for one week",
    ],
  ])("%s is 422 and changes nothing", async (_, schedule, place, message) => {
    await post([at(6, "10:00", "12:00")]);
    const refused = await post(schedule);
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toContainEqual(expect.objectContaining({ path: place, message }));
    expect(await stored()).toEqual(["6 1 A 10:00:00 12:00:00"]);
  });

  test("a psychic who does not exist is 404, and so is a manager's own id", async () => {
    for (const nobody of [managerId, 2_000_000_000, 99_999_999_999]) {
      expect((await manager.get(path(nobody))).status).toBe(404);
      expect((await manager.post(path(nobody), { schedule: [] })).status).toBe(404);
    }
  });

  test("an account that may not be edited is 409 (D4)", async () => {
    const { sql } = portal.services.db;
    await sql("psychics")
      .where({ user_id: id })
      .update({ account_status: "Pending", requires_approval: true });
    expect((await post([])).status).toBe(409);
    expect((await manager.post(path(), { schedule: [] })).status).toBe(409);
    expect((await get()).status).toBe(200);
  });
});

describe("safety 18: versions of a schedule", () => {
  test("a write on an older version is 412 with the present week and its version", async () => {
    const { headers } = await get();
    const week = [at(2, "09:00", "17:00")];
    const first = await psychic
      .post(path(), { schedule: week })
      .set("If-Match", headers.etag ?? "");
    expect(first.status).toBe(204);
    const late = await manager
      .post(path(), { schedule: [at(3, "10:00", "11:00")] })
      .set("If-Match", headers.etag ?? "");
    expect(late.status).toBe(412);
    expect(late.headers.etag).toBe(first.headers.etag);
    expect(late.body.current).toEqual((await get()).body);
    expect(await stored()).toEqual(["2 1 A 09:00:00 17:00:00"]);
    const again = await psychic.get(path()).set("If-None-Match", first.headers.etag ?? "");
    expect(again.status).toBe(304);
  });

  test("of two devices on one version, one wins", async () => {
    const { headers } = await get();
    const answers = await Promise.all(
      [psychic, manager].map((browser, index) =>
        browser
          .post(path(), { schedule: [at(2 + index, "09:00", "17:00")] })
          .set("If-Match", headers.etag ?? ""),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 412]);
    expect(await stored()).toHaveLength(1);
  });

  test("what is answered changes with the week, and what an edit was made on does not", async () => {
    const saved = await post([at(7, "09:00", "17:00")]);
    const { etag = "" } = saved.headers;
    const known = () => psychic.get(path()).set("If-None-Match", etag);
    const present = portal.services.clock().getTime();
    const goTo = (instant: string) => setClock(new Date(instant));
    // The last minute of Saturday in New York, and the first of Sunday.
    await goTo("2026-03-15T03:59:00Z");
    expect((await known()).status).toBe(304);
    await goTo("2026-03-15T04:00:00Z");
    const next = await known();
    expect([next.status, next.headers.etag]).toEqual([200, `"schedule-${id}-2.2026-03-15"`]);
    expect(next.body.schedule[0].from).toBe("2026-03-21T13:00:00.000Z");
    const edit = (from: string, tag: string) =>
      psychic.post(path(), { schedule: [at(7, from, "17:00")] }).set("If-Match", tag);
    const late = await edit("10:00", etag);
    expect([late.status, late.headers.etag]).toEqual([204, `"schedule-${id}-3.2026-03-15"`]);
    expect((await edit("11:00", etag)).status).toBe(412);
    expect((await edit("11:00", next.headers.etag ?? "")).status).toBe(412);
    expect(await stored()).toEqual(["7 1 A 10:00:00 17:00:00"]);
    await setClock(new Date(present));
  });

  test("an idempotency key has one effect", async () => {
    const key = randomUUID();
    const send = () =>
      psychic.post(path(), { schedule: [at(2, "09:00", "17:00")] }).set("Idempotency-Key", key);
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.etag}`)).size).toBe(1);
    expect(await told()).toHaveLength(1);
  });
});

/** An instant as a device in a zone writes it: its own clock and offset. */
function writtenIn(zone: string, instant: string): string {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "longOffset",
  }).formatToParts(new Date(instant));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  const offset = part("timeZoneName").slice(3) || "+00:00";
  const date = `${part("year")}-${part("month")}-${part("day")}`;
  return `${date}T${part("hour")}:${part("minute")}:00${offset}`;
}

describe.each([
  ["March", ["2026-03-06", "2026-03-08", "2026-03-09"]],
  ["November", ["2026-10-30", "2026-11-01", "2026-11-02"]],
])("D13: a week saved around the clock change of %s", (_, days) => {
  test.each(["America/New_York", "America/Los_Angeles", "Europe/London", "Australia/Sydney"])(
    "from %s reads back with the same wall-clock times, before and after",
    async (zone) => {
      const week = [
        { day: 1, from: 90, to: 150, status: "A" as const },
        { day: 1, from: 150, to: 165, status: "O" as const },
        { day: 2, from: 0, to: 0, status: "A" as const },
        { day: 5, from: 21 * 60, to: 150, status: "A" as const },
        { day: 7, from: 22 * 60, to: 90, status: "O" as const },
      ];
      const wanted = week.map(({ day, status, from, to }) =>
        [day, status, clockTime(from), clockTime(to)].join(" "),
      );
      const present = portal.services.clock().getTime();
      for (const savedOn of days) {
        const instant = new Date(`${savedOn}T17:00:00Z`);
        await setClock(new Date(instant));
        // Sessions do not outlive the months between.
        const { username } = await makePsychic(portal.services.db.sql, { manager_id: managerId });
        const device = await portal.signIn(username, password);
        const own = (await device.get("/api/sessions/0")).body.user_id;
        const schedule = week.map((segment) => {
          const { from, to } = instantsOf(segment, instant);
          const { day, status } = segment;
          return { day, status, from: writtenIn(zone, from), to: writtenIn(zone, to) };
        });
        expect((await device.post(path(own), { schedule } as object)).status).toBe(204);
        for (const weeksLater of [0, 1, 2]) {
          await portal.advance(weeksLater * 7 * 86_400_000);
          const { body } = await device.get(path(own));
          const read = body.schedule.map(({ day, status, from, to }: Row) =>
            [day, status, clockTime(wallMinutes(from)), clockTime(wallMinutes(to))].join(" "),
          );
          expect(read).toEqual(wanted);
        }
      }
      await setClock(new Date(present));
    },
  );
});
