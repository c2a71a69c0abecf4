import { expect, test } from "vitest";
import { rangeOf } from "#server/http/day-range.ts";
import { Refusal } from "#server/http/refusal.ts";
import { lastDays, wholeMonths } from "#shared/rules/date-range.ts";

const today = "2026-03-12";

test.each([
  ["neither: the last 7 days", {}, "2026-03-06", "2026-03-12"],
  ["both", { start_date: "2026-01-02", end_date: "2026-01-09" }, "2026-01-02", "2026-01-09"],
  ["one day", { start_date: "2026-01-02", end_date: "2026-01-02" }, "2026-01-02", "2026-01-02"],
  ["an end alone: 6 days before it", { end_date: "2026-03-03" }, "2026-02-25", "2026-03-03"],
  ["a start alone: until today", { start_date: "2026-02-01" }, "2026-02-01", "2026-03-12"],
  [
    "epoch milliseconds: their New York day",
    { start_date: String(Date.parse("2026-03-08T04:59:59Z")), end_date: "2026-03-09" },
    "2026-03-07",
    "2026-03-09",
  ],
])("%s", (_, query, start, end) => {
  expect(rangeOf(query, today)).toEqual({ start, end });
});

test("the caller may choose the default range", () => {
  const period = { start: "2026-03-08", end: "2026-03-14" };
  expect(rangeOf({}, today, period)).toEqual(period);
  expect(rangeOf({ end_date: "2026-03-03" }, today, period).start).toBe("2026-02-25");
});

test("the last days include today", () => {
  expect(lastDays(1, today)).toEqual({ start: today, end: today });
  expect(lastDays(60, today).start).toBe("2026-01-12");
});

test.each([
  ["an end before the start", { start_date: "2026-03-02", end_date: "2026-03-01" }, "end_date"],
  ["a start in the future, alone", { start_date: "2026-03-13" }, "end_date"],
  ["a year before any calendar", { start_date: "0000-01-01" }, "start_date"],
  ["a start before the first year", { end_date: "1000-01-03" }, "start_date"],
  ["an end of an early year", { start_date: "2026-01-01", end_date: "0999-12-31" }, "end_date"],
])("refuses %s", (_, query, path) => {
  try {
    rangeOf(query, today);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({ code: "invalid", errors: [{ path }] });
  }
});

test.each([
  ["2026-01-01", "2026-01-31", "2026-01-01", "2026-01-01"],
  ["2026-01-01", "2026-03-30", "2026-01-01", "2026-02-01"],
  ["2026-01-02", "2026-03-31", "2026-02-01", "2026-03-01"],
  ["2023-11-30", "2024-02-29", "2023-12-01", "2024-02-01"],
  ["2023-12-15", "2024-02-28", "2024-01-01", "2024-01-01"],
  ["9999-11-15", "9999-12-31", "9999-12-01", "9999-12-01"],
])("the whole months from %s to %s", (start, end, first, last) => {
  expect(wholeMonths({ start, end })).toEqual({ first, last });
});

test.each([
  ["2026-01-02", "2026-02-27"],
  ["2024-02-01", "2024-02-28"],
  ["2026-01-31", "2026-02-01"],
  ["9999-12-02", "9999-12-31"],
])("no whole month from %s to %s", (start, end) => {
  expect(wholeMonths({ start, end })).toBeUndefined();
});
