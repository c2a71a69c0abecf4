import fc from "fast-check";
import { expect, test } from "vitest";
import * as metrics from "#shared/rules/metrics.ts";
import { statisticsEndpoints } from "#shared/statistics.ts";

const none: metrics.Sums = {
  calls: 0,
  call_minutes: 0,
  new_calls: 0,
  new_call_minutes: 0,
  billed_calls: 0,
  billed_call_minutes: 0,
  chats: 0,
  chat_minutes: 0,
  new_chats: 0,
  new_chat_minutes: 0,
  billed_chats: 0,
  billed_chat_minutes: 0,
  free_minutes: 0,
  call_paid_minutes: 0,
  chat_paid_minutes: 0,
  call_revenue_cents: 0,
  chat_revenue_cents: 0,
  attempted: 0,
  missed: 0,
  rating_sum: 0,
  ratings: 0,
};

/**
 * Seven calls with 100 minutes, three of them new with 31. Three chats with 41 minutes, one of them
 * new with 11.
 */
const some: metrics.Sums = {
  ...none,
  calls: 7,
  call_minutes: 100,
  new_calls: 3,
  new_call_minutes: 31,
  billed_calls: 5,
  billed_call_minutes: 90,
  chats: 3,
  chat_minutes: 41,
  new_chats: 1,
  new_chat_minutes: 11,
  billed_chats: 2,
  billed_chat_minutes: 33,
  free_minutes: 18,
  call_paid_minutes: 85,
  chat_paid_minutes: 30,
  call_revenue_cents: 33_915,
  chat_revenue_cents: 11_970,
  attempted: 12,
  missed: 2,
  rating_sum: 23,
  ratings: 5,
};

const formulas: [(sums: metrics.Sums) => number, number][] = [
  [metrics.totalCalls, 10],
  [metrics.totalMinutes, 141],
  [metrics.revenueCents, 45_885],
  [metrics.newCalls, 4],
  [metrics.billedCalls, 7],
  [metrics.repeatCalls, 4],
  [metrics.repeatChats, 2],
  [metrics.repeatCallMinutes, 69],
  [metrics.repeatChatMinutes, 30],
  [metrics.repeats, 6],
  [metrics.repeatMinutes, 99],
  [metrics.averageLength, 14.1],
  [metrics.newCallAverage, 10.33],
  [metrics.newChatAverage, 11],
  [metrics.repeatCallAverage, 17.25],
  [metrics.repeatChatAverage, 15],
  [metrics.revenuePerCall, 45.89],
  [metrics.repeatPercentage, 60],
  [metrics.repeatChatPercentage, 66.7],
  [metrics.billedCallPercentage, 90],
  [metrics.billedChatPercentage, 80.5],
  [metrics.paidRate, 3.99],
  [metrics.ratingAverage, 4.6],
  [metrics.missedPercentage, 16.7],
];

test.each(formulas.map(([formula, value]) => [formula.name, formula, value] as const))(
  "%s",
  (_, formula, value) => {
    expect(formula(some)).toBe(value);
    expect(formula(none)).toBe(0);
  },
);

test("a change of rating has two decimals", () => {
  expect(metrics.ratingChange(some, { rating_sum: 13, ratings: 3 })).toBe(0.27);
  expect(metrics.ratingChange({ rating_sum: 13, ratings: 3 }, some)).toBe(-0.27);
  expect(metrics.ratingChange(none, none)).toBe(0);
  // L1: the change is 0 unless both ranges have ratings.
  expect(metrics.ratingChange(none, some)).toBe(0);
  expect(metrics.ratingChange(some, none)).toBe(0);
});

const upTo2000 = fc.integer({ min: 0, max: 2_000 });

/**
 * `numerator / denominator` with this many decimals. Halves are rounded up. Computed with integers.
 */
function exactly(numerator: number, denominator: number, decimals: number): string {
  const scale = 10n ** BigInt(decimals);
  const [a, b] = [BigInt(numerator) * scale, BigInt(denominator)];
  const rounded = (2n * a + b) / (2n * b);
  return `${rounded / scale}.${String(rounded % scale).padStart(decimals, "0")}`;
}

test("quotients are rounded exactly, and halves are rounded up", () => {
  // As a binary fraction, this quotient is slightly too small to round up.
  expect(metrics.average(41, 40)).toBe(1.03);
  expect(metrics.average(23, 40)).toBe(0.58);
  expect(metrics.percentage(1, 16)).toBe(6.3);
  expect(metrics.percentage(23, 80)).toBe(28.8);
  fc.assert(
    fc.property(upTo2000, upTo2000, (sum, count) => {
      fc.pre(count > 0);
      expect(metrics.average(sum, count)).toBe(Number(exactly(sum, count, 2)));
      expect(metrics.percentage(sum, count)).toBe(Number(exactly(sum * 100, count, 1)));
      expect(metrics.dollarsEach(sum, count)).toBe(Number(exactly(sum, count * 100, 2)));
    }),
    { numRuns: 5_000 },
  );
});

test("a change of rating is the difference of the two ratings as shown", () => {
  const rated = fc.record({ rating_sum: upTo2000, ratings: fc.integer({ min: 1, max: 400 }) });
  fc.assert(
    fc.property(rated, rated, (now, before) => {
      const cents = (one: typeof now) => Math.round(metrics.ratingAverage(one) * 100);
      expect(metrics.ratingChange(now, before)).toBe((cents(now) - cents(before)) / 100);
    }),
    { numRuns: 2_000 },
  );
});

test("cents become dollars without an error from binary fractions", () => {
  for (let cents = 0; cents < 100_000; cents += 7) {
    expect(String(metrics.dollars(cents))).toBe(String(Number((cents / 100).toFixed(2))));
  }
});

test("every column of the statistics and every figure of a period has an explanation", () => {
  for (const meaning of Object.values(metrics.columnMeaning)) expect(meaning).not.toBe("");
  const { statistics } = statisticsEndpoints.getPsychicStatistics.response.shape;
  const { period_from, period_to, fromDate, toDate, ...rest } = statistics.element.shape;
  // Screens show it once, as total_missed.
  const { decl_vm_no_ans_busy, ...figures } = rest;
  expect(Object.keys(metrics.periodMeaning).sort()).toEqual(Object.keys(figures).sort());
});
