import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { oneRow } from "#server/db/one-row.ts";
import { newYorkDay, weekday } from "#shared/rules/new-york.ts";
import { clockTime, instantsOf, overlapping, wallMinutes } from "#shared/rules/schedule.ts";
import { scheduleEndpoints } from "#shared/schedule.ts";
import { setClock } from "../support/clock.ts";
import { makePsychic, password } from "../support/people.ts";
import { type Row, rowLines, segment, setUpSchedule } from "./fixtures/schedule.ts";

const fixture = setUpSchedule();
const { path, get, post, stored } = fixture;

describe("E28 E35: a schedule", () => {
  test("is empty at first", async () => {
    const { status, body, headers } = await get();
    expect([status, body]).toEqual([200, { schedule: [], total: 0 }]);
    expect(headers.etag).toBe(`"schedule-${fixture.id}-1.2026-03-08-weeks"`);
    expect(headers["cache-control"]).toBe("private, no-cache");
  });

  test("is replaced as a whole and answered with this week's dates (D13, D14, S14)", async () => {
    await post([segment(2, "09:00", "17:00")]);
    const saved = await post([
      segment(4, "21:00", "02:00", { status: "O" }),
      segment(1, "2026-01-04T14:00:00.000Z", "2026-01-04T22:00:00.000Z"),
      // 11 PM on Monday in New York is Tuesday in UTC.
      segment(2, "2026-07-07T03:00:00.000Z", "2026-07-07T03:45:00.000Z"),
      segment(7, "00:00", "00:00"),
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
        segment(1, "2026-03-08T13:00:00.000Z", "2026-03-08T21:00:00.000Z"),
        segment(2, "2026-03-10T03:00:00.000Z", "2026-03-10T03:45:00.000Z"),
        segment(4, "2026-03-12T01:00:00.000Z", "2026-03-12T06:00:00.000Z", { status: "O" }),
        segment(7, "2026-03-14T04:00:00.000Z", "2026-03-15T04:00:00.000Z"),
      ],
      total: 4,
    });
  });

  test("answers next week's date for a time that this week's clock change skips", async () => {
    await post([segment(1, "02:30", "04:00")]);
    const { body } = await get();
    expect(body.schedule).toEqual([
      segment(1, "2026-03-15T06:30:00.000Z", "2026-03-15T08:00:00.000Z"),
    ]);
  });

  test("numbers each day's times from 1, by the given numbers, then by start (T15)", async () => {
    await post([
      segment(3, "20:00", "21:00", { number: 9 }),
      segment(3, "08:00", "09:00", { number: null }),
      segment(3, "10:00", "11:00", { number: 2 }),
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
      return segment(day, clockTime(from), clockTime((from + 15) % 1440), {
        number: (index % 96) + 1,
      });
    });
    expect((await post(full)).status).toBe(204);
    const { body } = await get("?limit=1&offset=671");
    expect([rowLines(body.schedule), body.total]).toEqual([["7 96 A 23:45 00:00"], 672]);
    expect((await post([])).status).toBe(204);
    expect((await get()).body).toEqual({ schedule: [], total: 0 });
  });

  test("accepts any week without an overlap and answers it as it was saved", async () => {
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
          rowLines(once)
            .map((line) => line.replace(/ \d+ /, " "))
            .sort(),
        ).toEqual(
          wire.map(({ day, status, from, to }) => [day, status, from, to].join(" ")).sort(),
        );
        // Saving the answer changes nothing.
        expect((await post(once)).status).toBe(204);
        expect((await get()).body.schedule).toEqual(once);
      }),
      { numRuns: 15 },
    );
  });

  test("keeps its wall-clock times and weekdays when the clocks change", async () => {
    await post([segment(4, "18:00", "22:30")]);
    const [march] = (await get()).body.schedule;
    const halfYear = 200 * 86_400_000;
    await fixture.portal.advance(halfYear);
    const account = await oneRow(
      fixture.portal.services.db.sql("users").where({ id: fixture.id }).first("username"),
    );
    const psychic = await fixture.portal.signIn(account.username, password);
    const [later] = (await psychic.get(path())).body.schedule;
    await fixture.portal.advance(-halfYear);
    expect(rowLines([later])).toEqual(rowLines([march]));
    expect(weekday(newYorkDay(Date.parse(later.from)))).toBe(4);
    expect(later.from).not.toBe(march.from);
  });

  test("sends the platform the times of day, and the audit trail the differences (C4)", async () => {
    const older = { day: 2, number: 1, status: "A", from: "09:00", to: "17:00" };
    const newer = { day: 3, number: 1, status: "O", from: "21:00", to: "02:00" };
    const same = { day: 5, number: 1, status: "A", from: "10:00", to: "11:00" };
    await post([older, same]);
    await post([newer, same]);
    expect(await fixture.deliveries("schedule.changed")).toEqual([
      { user_id: fixture.id, schedule: [older, same] },
      { user_id: fixture.id, schedule: [newer, same] },
    ]);
    const trail = await fixture.portal.services.db
      .sql("audit_trail")
      .where({ subject_id: fixture.id, action: "schedule changed" })
      .orderBy("id")
      .select("actor_id", "detail");
    expect(trail.at(-1)).toEqual({
      actor_id: fixture.id,
      detail: { removed: ["2 09:00-17:00 A"], added: ["3 21:00-02:00 O"] },
    });
  });

  test("sorts by its own columns only", async () => {
    await post([segment(2, "09:00", "17:00"), segment(5, "08:00", "12:00")]);
    const { body } = await get("?sort=from&order=desc");
    expect(rowLines(body.schedule)).toEqual(["2 1 A 09:00 17:00", "5 1 A 08:00 12:00"]);
    expect((await get("?sort=psychic_id")).status).toBe(422);
  });
});

/** An instant as a device in this zone writes it, with its local time and offset. */
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
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? "";
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
      const clockBefore = fixture.portal.services.clock().getTime();
      for (const savedOn of days) {
        const instant = new Date(`${savedOn}T17:00:00Z`);
        await setClock(new Date(instant));
        // A session would not outlive the jumps of the clock, so each date has a new psychic.
        const { username } = await makePsychic(fixture.portal.services.db.sql, {
          manager_id: fixture.managerId,
        });
        const device = await fixture.portal.signIn(username, password);
        const own = (await device.get("/api/sessions/0")).body.user_id;
        const schedule = week.map((times) => {
          const { from, to } = instantsOf(times, instant);
          const { day, status } = times;
          return { day, status, from: writtenIn(zone, from), to: writtenIn(zone, to) };
        });
        expect((await device.post(path(own), { schedule } as object)).status).toBe(204);
        for (const weeksLater of [0, 1, 2]) {
          await fixture.portal.advance(weeksLater * 7 * 86_400_000);
          const { body } = await device.get(path(own));
          const read = body.schedule.map(({ day, status, from, to }: Row) =>
            [day, status, clockTime(wallMinutes(from)), clockTime(wallMinutes(to))].join(" "),
          );
          expect(read).toEqual(wanted);
        }
      }
      await setClock(new Date(clockBefore));
    },
  );
});
