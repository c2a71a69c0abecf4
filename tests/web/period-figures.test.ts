import { describe, expect, it } from "vitest";
import { payPeriod, periodBefore } from "#shared/rules/pay-period.ts";
import { chartedRange, everyDay, revenueOf, topOf } from "#web/manager/period-figures.ts";

const saturday = "2026-11-21";
const sunday = "2026-11-22";

describe("the figures of a pay period (H2)", () => {
  it.each([1, 2, 3, 4, 5, 6, 7])(
    "the charts include this period and the last one, for pay day %i",
    (payDay) => {
      for (const today of [saturday, sunday, "2026-11-25"]) {
        const period = payPeriod(payDay, today);
        const charted = chartedRange(today);
        expect(charted.end).toBe(today);
        expect(charted.start <= periodBefore(period).start).toBe(true);
      }
    },
  );

  it("the last period's revenue is the sum of the charted days, to the cent", () => {
    const period = payPeriod(1, sunday);
    const days = everyDay(chartedRange(sunday), [
      { day: "2026-11-14", calls: 1, revenue: 99.99 },
      { day: "2026-11-15", calls: 1, revenue: 0.1 },
      { day: saturday, calls: 2, revenue: 0.2 },
    ]);
    expect(days).toHaveLength(14);
    expect(revenueOf(period, days)).toBe(0);
    expect(revenueOf(periodBefore(period), days)).toBe(0.3);
  });

  it("on the first day the top five are the last period's until the current one has five", () => {
    const last = ["a", "b", "c", "d", "e"];
    const firstDay = { count: 5, isFirstDay: true };
    expect(topOf([], last, firstDay)).toEqual({ rows: last, isOfLast: true });
    expect(topOf(["f"], last, firstDay)).toEqual({ rows: last, isOfLast: true });
    expect(topOf(["f", "g", "h", "i", "j"], last, firstDay).isOfLast).toBe(false);
    // First a team of two psychics, then a team in its very first period.
    expect(topOf(["a", "b"], ["b", "a"], firstDay)).toEqual({ rows: ["a", "b"], isOfLast: false });
    expect(topOf([], [], firstDay)).toEqual({ rows: [], isOfLast: false });
  });

  it("later in a period a small team's current figures are shown, however few", () => {
    const later = { count: 5, isFirstDay: false };
    expect(topOf(["a", "b"], ["b", "a", "c"], later)).toEqual({
      rows: ["a", "b"],
      isOfLast: false,
    });
    expect(topOf([], ["b"], later).isOfLast).toBe(true);
  });
});
