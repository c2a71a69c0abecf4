import { expect, test } from "vitest";
import { clockHours, secondsOfHours } from "#shared/rules/clock-hours.ts";

const sunday = (hours: ReturnType<typeof clockHours>) =>
  hours.slice(0, 5).map(({ from, hour }) => `${new Date(from).toISOString().slice(0, 16)} ${hour}`);

test("a week has its hours in order, also past the end of a month", () => {
  const hours = clockHours("2026-06-28", 2);
  expect(hours.map(({ hour }) => hour)).toEqual(
    Array.from({ length: 336 }, (_, place) => place % 168),
  );
  expect(hours[0]).toEqual({ from: Date.parse("2026-06-28T04:00Z"), week: 0, hour: 0 });
  expect(hours.at(-1)).toEqual({ from: Date.parse("2026-07-12T03:00Z"), week: 1, hour: 167 });
});

test("the week in which the clocks go back has 169 hours, two of them the same (S33)", () => {
  const hours = clockHours("2026-11-01", 1);
  expect(hours).toHaveLength(169);
  expect(sunday(hours)).toEqual([
    ...["2026-11-01T04:00 0", "2026-11-01T05:00 1", "2026-11-01T06:00 1", "2026-11-01T07:00 2"],
    "2026-11-01T08:00 3",
  ]);
  expect(secondsOfHours("2026-10-25", 2).slice(0, 3)).toEqual([7200, 10_800, 7200]);
});

test("the week in which the clocks go forward has 167 hours, and no 2 AM on Sunday", () => {
  const hours = clockHours("2026-03-08", 1);
  expect(hours).toHaveLength(167);
  expect(sunday(hours)).toEqual([
    ...["2026-03-08T05:00 0", "2026-03-08T06:00 1", "2026-03-08T07:00 3", "2026-03-08T08:00 4"],
    "2026-03-08T09:00 5",
  ]);
  expect(secondsOfHours("2026-03-01", 2).slice(0, 4)).toEqual([7200, 7200, 3600, 7200]);
});
