import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { addDays, newYorkDay, weekday } from "#shared/rules/new-york.ts";
import {
  clockTime,
  instantsOf,
  isAllDay,
  isOvernight,
  nextInstantsOf,
  numbered,
  overlapping,
  type Segment,
  wallMinutes,
} from "#shared/rules/schedule.ts";

const ownZone = process.env.TZ;
afterEach(() => {
  if (ownZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownZone;
});

const minutes = (time: string) => wallMinutes(time);
const segment = (day: number, from: string, to: string): Segment => ({
  day,
  from: minutes(from),
  to: minutes(to),
  status: "A",
});

const quarter = fc.integer({ min: 0, max: 95 }).map((count) => count * 15);
const anySegment: fc.Arbitrary<Segment> = fc.record({
  day: fc.integer({ min: 1, max: 7 }),
  from: quarter,
  to: quarter,
  status: fc.constantFrom("A", "O"),
});
/** Any instant of 2026 and 2027, clock changes included. */
const anyInstant = fc.integer({
  min: Date.parse("2026-01-01T00:00Z"),
  max: Date.parse("2027-12-31T00:00Z"),
});
/** Days around the clock changes in March and November 2026 and 2027. */
const changeDays = ["2026-03-08", "2026-11-01", "2027-03-14", "2027-11-07"].flatMap((sunday) =>
  [-7, -1, 0, 3, 6, 7].map((days) => addDays(sunday, days)),
);

test.each([
  ["18:00", 1080],
  ["00:00", 0],
  ["23:45", 1425],
  // Monday 11 PM in New York is Tuesday in UTC (D13).
  ["2026-01-06T04:00:00Z", 1380],
  ["2026-07-07T03:00:00.000Z", 1380],
  ["2026-07-06T23:00:00-04:00", 1380],
  ["2026-07-06T20:00:00-07:00", 1380],
  // 1:30 AM comes twice when the clocks go back.
  ["2026-11-01T05:30:00Z", 90],
  ["2026-11-01T06:30:00Z", 90],
  ["2026-07-06T22:00:30Z", 1080.5],
])("D13: the wall clock of %s is minute %d", (text, expected) => {
  expect(wallMinutes(text)).toBe(expected);
});

test.each(["24:00", "7:00", "noon", "18:60", ""])("%j is no time", (text) => {
  expect(wallMinutes(text)).toBeNaN();
});

test.each([
  ["on the same day", [segment(2, "09:00", "12:00"), segment(2, "11:45", "13:00")], [1]],
  ["that touch", [segment(2, "09:00", "12:00"), segment(2, "12:00", "13:00")], []],
  ["across midnight", [segment(2, "21:00", "02:00"), segment(3, "01:45", "03:00")], [1]],
  [
    "of which one ends when the next day's begins",
    [segment(2, "21:00", "02:00"), segment(3, "02:00", "03:00")],
    [],
  ],
  ["across the week's end", [segment(1, "00:00", "01:00"), segment(7, "23:00", "00:15")], [1]],
  [
    "of which one lasts all day and one is on that day",
    [segment(4, "00:00", "00:00"), segment(4, "23:45", "00:00")],
    [1],
  ],
  [
    "that each last all day, on two days in a row",
    [segment(4, "00:00", "00:00"), segment(5, "00:00", "00:00")],
    [],
  ],
  ["a day long from noon", [segment(4, "12:00", "12:00"), segment(5, "11:45", "12:00")], [1]],
  [
    "twice over",
    [segment(4, "12:00", "13:00"), segment(4, "12:00", "13:00"), segment(4, "12:45", "14:00")],
    [1, 2],
  ],
])("D14: segments %s", (_, week, places) => {
  expect(overlapping(week)).toEqual(places);
});

test("D14: no two segments overlap if and only if no minute of the week is in two", () => {
  fc.assert(
    fc.property(fc.array(anySegment, { maxLength: 6 }), (week) => {
      const counts = new Array<number>(7 * 1440).fill(0);
      for (const { day, from, to } of week) {
        for (let minute = from; minute < (to > from ? to : to + 1440); minute++) {
          const place = ((day - 1) * 1440 + minute) % counts.length;
          counts[place] = (counts[place] ?? 0) + 1;
        }
      }
      expect(overlapping(week).length > 0).toBe(counts.some((count) => count > 1));
    }),
    { numRuns: 200 },
  );
});

test("D14: overnight and all-day segments", () => {
  expect(isOvernight(segment(1, "21:00", "02:00"))).toBe(true);
  expect(isOvernight(segment(1, "09:00", "17:00"))).toBe(false);
  expect(isAllDay(segment(1, "00:00", "00:00"))).toBe(true);
  expect(isAllDay(segment(1, "09:00", "09:00"))).toBe(false);
});

test("T15: the segments of each day are numbered from 1, by their given numbers, then by their starts", () => {
  const week = [
    { ...segment(3, "20:00", "21:00"), number: 7 },
    { ...segment(3, "08:00", "09:00"), number: null },
    { ...segment(3, "10:00", "11:00"), number: 7 },
    { ...segment(1, "10:00", "11:00"), number: 2 },
    { ...segment(3, "22:00", "23:00"), number: 1 },
  ];
  expect(numbered(week).map(({ day, number, from }) => [day, number, clockTime(from)])).toEqual([
    [1, 1, "10:00"],
    [3, 1, "22:00"],
    [3, 2, "10:00"],
    [3, 3, "20:00"],
    [3, 4, "08:00"],
  ]);
});

test("D13: a segment with a time that a clock change skips is sent as the next week's (I4)", () => {
  // On March 8, 2026 the clock jumps from 2:00 to 3:00.
  const now = Date.parse("2026-03-10T12:00Z");
  expect(instantsOf(segment(1, "02:30", "04:00"), now)).toEqual({
    from: "2026-03-15T06:30:00.000Z",
    to: "2026-03-15T08:00:00.000Z",
  });
  expect(instantsOf(segment(7, "22:00", "02:30"), Date.parse("2026-03-04T12:00Z"))).toEqual({
    from: "2026-03-15T02:00:00.000Z",
    to: "2026-03-15T06:30:00.000Z",
  });
  expect(instantsOf(segment(1, "01:30", "01:45"), Date.parse("2026-11-01T12:00Z"))).toEqual({
    from: "2026-11-01T05:30:00.000Z",
    to: "2026-11-01T05:45:00.000Z",
  });
});

const expectRoundTrip = (one: Segment, now: number) => {
  const wire = instantsOf(one, now);
  expect([wallMinutes(wire.from), wallMinutes(wire.to)]).toEqual([one.from, one.to]);
  // The weekdays of start and end in New York. An overnight segment ends on the next day.
  expect(weekday(newYorkDay(Date.parse(wire.from)))).toBe(one.day);
  expect(weekday(newYorkDay(Date.parse(wire.to)))).toBe(
    isOvernight(one) ? (one.day % 7) + 1 : one.day,
  );
  // The start is in this week, New York's Sunday to Saturday. If a clock change skips the start or
  // end of the segment, the start is a week later.
  const sunday = addDays(newYorkDay(now), 1 - weekday(newYorkDay(now)));
  const from = newYorkDay(Date.parse(wire.from));
  const expected = addDays(sunday, one.day - 1);
  expect([expected, addDays(expected, 7)]).toContain(from);
  if (from !== expected) expect(`${clockTime(one.from)} ${clockTime(one.to)}`).toMatch(/02:/);
  // The segment lasts as long as the wall clock says. A clock change may add or remove an hour.
  const length = (Date.parse(wire.to) - Date.parse(wire.from)) / 60_000;
  const onTheWall = one.to - one.from + (isOvernight(one) ? 1440 : 0);
  expect([-60, 0, 60]).toContain(length - onTheWall);
};

test("a segment that is over is sent as the next week's (F6)", () => {
  const now = Date.parse("2026-11-01T04:30Z");
  const sunday = segment(1, "00:00", "00:15");
  expect(nextInstantsOf(sunday, now).from).toBe("2026-11-08T05:00:00.000Z");
  // A segment belongs to today until it ends.
  expect(nextInstantsOf({ ...sunday, to: 45 }, now).from).toBe("2026-11-01T04:00:00.000Z");
  expect(nextInstantsOf(segment(7, "18:00", "23:00"), now).from).toBe("2026-11-07T23:00:00.000Z");
});

test("D13: a segment that is sent reads back the same, at any instant of 2026 and 2027", () => {
  fc.assert(fc.property(anySegment, anyInstant, expectRoundTrip), { numRuns: 300 });
});

test("D13: every quarter hour reads back the same in the weeks of the clock changes", () => {
  for (const day of changeDays) {
    const now = Date.parse(`${day}T17:00Z`);
    for (let from = 0; from < 1440; from += 15) {
      expectRoundTrip({ day: weekday(day), from, to: (from + 135) % 1440, status: "A" }, now);
    }
  }
});

/** Computes an instant from New York's wall clock as a browser in another zone does. */
function browsersInstant(day: string, time: string): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const [hours = 0, minute = 0] = time.split(":").map(Number);
  const guess = new Date(year, month - 1, date, hours, minute);
  const shown = new Date(guess.toLocaleString("en-US", { timeZone: "America/New_York" }));
  const instant = new Date(guess.getTime() + (guess.getTime() - shown.getTime()));
  return instant.toISOString();
}

describe.each([
  ["America/New_York", 240],
  ["America/Los_Angeles", 420],
  ["Europe/London", -60],
  ["Australia/Sydney", -600],
])("in a process in %s", (zone, offset) => {
  test("D13: the answer is the same, and a week that is saved there reads back the same", () => {
    process.env.TZ = zone;
    // Check that the process really uses this zone.
    expect(new Date("2026-07-01T12:00Z").getTimezoneOffset()).toBe(offset);
    expect(instantsOf(segment(2, "18:00", "02:00"), Date.parse("2026-11-01T05:10Z"))).toEqual({
      from: "2026-11-02T23:00:00.000Z",
      to: "2026-11-03T07:00:00.000Z",
    });
    for (const day of ["2026-02-11", "2026-03-11", "2026-06-01", "2026-10-28", "2026-11-04"]) {
      for (let from = 0; from < 1440; from += 45) {
        const time = clockTime(from);
        expect(clockTime(wallMinutes(browsersInstant(day, time)))).toBe(time);
      }
    }
  });
});
