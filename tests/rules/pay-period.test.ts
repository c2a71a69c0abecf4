import { expect, test } from "vitest";
import { addDays, weekday } from "#shared/rules/new-york.ts";
import { isPayPeriod, payPeriod, periodBefore } from "#shared/rules/pay-period.ts";

/**
 * How many days before today the period starts. A row is a pay day, a column is today's weekday.
 */
const startsBefore = [
  [0, 1, 2, 3, 4, 5, 6],
  [0, 0, 1, 2, 3, 4, 5],
  [5, 0, 0, 1, 2, 3, 4],
  [4, 5, 0, 0, 1, 2, 3],
  [3, 4, 5, 0, 0, 1, 2],
  [2, 3, 4, 5, 0, 0, 1],
  [1, 2, 3, 4, 5, 0, 0],
];

// A week within a year, and weeks at a year's end, a leap day and both clock changes.
const sundays = ["2026-06-07", "2025-12-28", "2024-02-25", "2026-03-08", "2026-11-01"];

for (const sunday of sundays) {
  test(`every pay day on every day of the week of ${sunday}`, () => {
    expect(weekday(sunday)).toBe(1);
    startsBefore.forEach((row, place) => {
      row.forEach((before, column) => {
        const today = addDays(sunday, column);
        const period = payPeriod(place + 1, today);
        expect(period, `pay day ${place + 1}, ${today}`).toEqual({
          start: addDays(today, -before),
          end: addDays(today, 6 - before),
        });
      });
    });
  });
}

test("the previous period is a week long and ends on the day before this one (H2)", () => {
  expect(periodBefore(payPeriod(1, "2026-06-10"))).toEqual({
    start: "2026-05-31",
    end: "2026-06-06",
  });
});

test("the default pay day gives Sunday to Saturday on every day", () => {
  for (let column = 0; column < 7; column++) {
    expect(payPeriod(1, addDays("2026-06-07", column))).toEqual({
      start: "2026-06-07",
      end: "2026-06-13",
    });
  }
});

test("only a whole period counts as a pay period (D12, D23c)", () => {
  for (let payDay = 1; payDay <= 7; payDay++) {
    for (let day = 0; day < 14; day++) {
      const period = payPeriod(payDay, addDays("2026-03-01", day));
      expect(isPayPeriod(payDay, period)).toBe(true);
      expect(isPayPeriod(payDay, periodBefore(period))).toBe(true);
      expect(isPayPeriod(payDay, { ...period, end: period.start })).toBe(false);
    }
  }
  expect(isPayPeriod(1, { start: "2026-03-02", end: "2026-03-08" })).toBe(false);
});
