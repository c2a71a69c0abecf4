import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { addDays, daysBetween, newYorkDay, weekday } from "#shared/rules/new-york.ts";

test.each([
  ["2026-03-08T04:59:59.999Z", "2026-03-07"],
  ["2026-03-08T05:00:00Z", "2026-03-08"],
  // The spring day has 23 hours: summer time begins at its 7:00 UTC.
  ["2026-03-09T03:59:59.999Z", "2026-03-08"],
  ["2026-03-09T04:00:00Z", "2026-03-09"],
  ["2026-11-01T03:59:59.999Z", "2026-10-31"],
  ["2026-11-01T04:00:00Z", "2026-11-01"],
  // The autumn day has 25.
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

test("adding days and counting them are each other's inverse", () => {
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

test("a day is the same in an engine that writes Canadian days otherwise (M3)", () => {
  const write = vi.spyOn(
    Intl.DateTimeFormat.prototype as unknown as { format: object },
    "format",
    "get",
  );
  write.mockReturnValue(() => "11/22/2026");
  expect(newYorkDay(new Date("2026-11-22T15:00:00Z"))).toBe("2026-11-22");
  write.mockRestore();
});
