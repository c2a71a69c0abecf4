import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import {
  addDays,
  daysBetween,
  minutesAhead,
  newYorkDay,
  startOfNewYorkDay,
  wallClock,
  weekday,
} from "#shared/rules/new-york.ts";

test.each([
  ["2026-03-08T04:59:59.999Z", "2026-03-07"],
  ["2026-03-08T05:00:00Z", "2026-03-08"],
  // The spring day has 23 hours. Summer time begins at 7:00 UTC.
  ["2026-03-09T03:59:59.999Z", "2026-03-08"],
  ["2026-03-09T04:00:00Z", "2026-03-09"],
  ["2026-11-01T03:59:59.999Z", "2026-10-31"],
  ["2026-11-01T04:00:00Z", "2026-11-01"],
  // The autumn day has 25 hours.
  ["2026-11-02T04:59:59.999Z", "2026-11-01"],
  ["2026-11-02T05:00:00Z", "2026-11-02"],
  ["2025-12-31T23:59:59Z", "2025-12-31"],
  ["2026-01-01T04:59:59Z", "2025-12-31"],
])("%s is on %s in New York", (instant, day) => {
  expect(newYorkDay(new Date(instant))).toBe(day);
  expect(newYorkDay(Date.parse(instant))).toBe(day);
});

const days = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2999-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test("a day begins at the first instant that falls in it", () => {
  fc.assert(
    fc.property(days, (day) => {
      const start = startOfNewYorkDay(day);
      expect([newYorkDay(start), newYorkDay(start - 1)]).toEqual([day, addDays(day, -1)]);
    }),
    { examples: [["2026-03-08"], ["2026-03-09"], ["2026-11-01"], ["2026-11-02"]] },
  );
});

test("counting days gives the number of days that were added", () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -4000, max: 4000 }), (day, count) => {
      expect(daysBetween(day, addDays(day, count))).toBe(count);
      expect(addDays(addDays(day, count), -count)).toBe(day);
    }),
  );
});

test("a weekday is 1 on Sunday to 7 on Saturday", () => {
  expect([0, 1, 2, 3, 4, 5, 6].map((count) => weekday(addDays("2026-03-08", count)))).toEqual([
    1, 2, 3, 4, 5, 6, 7,
  ]);
});

describe("the wall clock of a zone", () => {
  const zones = ["America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia", "UTC"];
  const instants = fc.date({
    min: new Date("1980-01-01"),
    max: new Date("2100-01-01"),
    noInvalidDate: true,
  });

  test("is the time that the engine shows in that zone, whatever the machine's own zone is", () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (timeZone, instant) => {
        const shown = new Intl.DateTimeFormat("en-US", {
          timeZone,
          ...{ year: "numeric", month: "numeric", day: "numeric" },
          ...{ hour: "numeric", minute: "2-digit", second: "2-digit", weekday: "short" },
        }).format(instant);
        expect(wallClock(instant, timeZone).format("ddd, M/D/YYYY, h:mm:ss A")).toBe(
          shown.replace("\u202f", " "),
        );
      }),
    );
  });

  test("changes at the exact minute, even in the middle of an hour", () => {
    const lordHowe = (instant: string) => minutesAhead(Date.parse(instant), "Australia/Lord_Howe");
    expect(lordHowe("2026-10-03T15:29:59.999Z")).toBe(10.5 * 60);
    expect(lordHowe("2026-10-03T15:30:00Z")).toBe(11 * 60);
  });

  // Zones that no other test uses, because the code caches each zone's last offset.
  test.each([
    ["11/22/2026, GMT-05:00", "America/Detroit"],
    ["2026-11-22 GMT−5", "America/Panama"],
  ])("is the same in an engine that writes %s (M3)", (text, zone) => {
    const write = vi.spyOn(
      Intl.DateTimeFormat.prototype as unknown as { format: object },
      "format",
      "get",
    );
    write.mockReturnValue(() => text);
    expect(minutesAhead(Date.now(), zone)).toBe(-300);
    write.mockRestore();
  });
});
