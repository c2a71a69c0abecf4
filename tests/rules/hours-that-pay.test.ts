import { describe, expect, test } from "vitest";
import {
  eventsOf,
  type HourSums,
  hoursAWeek,
  hoursInDemand,
  hoursOfAdvice,
  hoursThatPay,
  leastWeeks,
  sumOfHours,
} from "#shared/rules/hours-that-pay.ts";
import { type Difference, makeWorld, type World } from "../support/hours-worlds.ts";

const seeds = 300;

/** The shares of the seeds with advice about the hours that differ, and with any other advice. */
function shares(kind: string, difference: Difference | null, change = (world: World) => world) {
  let named = 0;
  let wrong = 0;
  for (let seed = 0; seed < seeds; seed++) {
    const { best, hours } = change(makeWorld(seed, kind, difference));
    const advice = hoursThatPay(hours, 8);
    const isRight = advice.map((one) => {
      const own = hoursOfAdvice(one);
      // The advice has the hours that differ, and at most one other.
      return best.length > 0 && own.filter((hour) => !best.includes(hour)).length <= 1;
    });
    if (isRight[0]) named++;
    if (isRight.includes(false)) wrong++;
  }
  const text = (count: number) => `${((100 * count) / seeds).toFixed(1)} %`;
  console.info(`${kind}: named in ${text(named)} of ${seeds} seeds, wrong in ${text(wrong)}`);
  return { named: named / seeds, wrong: wrong / seeds };
}

describe("S33: in simulated worlds of eight weeks", () => {
  test.each<[string, Difference]>([
    ["4.5 times as many callers in one hour", { length: 1, callers: 4.5, weeksOn: 8 }],
    ["3.5 times as many callers in two hours", { length: 2, callers: 3.5, weeksOn: 8 }],
    [
      "5 times as many callers in two hours, on in 4 weeks of 8",
      { length: 2, callers: 5, weeksOn: 4 },
    ],
    ["calls 4.5 times as long in three hours", { length: 3, minutes: 4.5, weeksOn: 8 }],
    ["7 times as many missed in four hours", { length: 4, missed: 7, weeksOn: 8 }],
  ])("the first advice names the known best hours: %s", (kind, difference) => {
    const { named, wrong } = shares(kind, difference);
    expect(named).toBeGreaterThanOrEqual(0.95);
    expect(wrong).toBeLessThanOrEqual(0.05);
  });

  test("almost none speaks where nothing differs", () => {
    expect(shares("no difference", null).wrong).toBeLessThanOrEqual(0.05);
  });

  test("calls that were missed because nobody was on are no difference by themselves", () => {
    const missedEverywhere = ({ best, hours }: World) => ({
      best,
      hours: hours.map((sums, hour) => ({ ...sums, missed: sums.missed + (hour % 2) * 3 })),
    });
    expect(shares("missed at all hours", null, missedEverywhere).wrong).toBeLessThanOrEqual(0.05);
  });
});

/** 8 weeks with 40 hours on, 9 AM to 5 PM from Monday to Friday, and the same calls in each. */
const usual: HourSums = {
  ...{ seconds: 8 * 3600, on_seconds: 8 * 3600, promised_seconds: 8 * 3600, paid_cents: 16_000 },
  ...{ answered: 6, missed: 1, repeat_callers: 2 },
};
const off: HourSums = {
  ...{ seconds: 8 * 3600, on_seconds: 0, promised_seconds: 0, paid_cents: 0 },
  ...{ answered: 0, missed: 0, repeat_callers: 0 },
};
const at = (day: number, hour: number) => day * 24 + hour;
const weekWith = (changed: Record<number, Partial<HourSums>> = {}) =>
  Array.from({ length: hoursAWeek }, (_, hour) => {
    const [day, clock] = [Math.floor(hour / 24), hour % 24];
    const isOn = day >= 1 && day <= 5 && clock >= 9 && clock < 17;
    return { ...(isOn ? usual : off), ...changed[hour] };
  });

describe("S33: advice", () => {
  test("is silent about equal hours", () => {
    expect(hoursThatPay(weekWith(), 8)).toEqual([]);
    expect(hoursThatPay([], 8)).toEqual([]);
  });

  test("has its numbers", () => {
    const here = {
      ...{ seconds: 8 * 3600, on_seconds: 3600, promised_seconds: 0, paid_cents: 9_900 },
      ...{ answered: 10, missed: 3, repeat_callers: 7 },
    };
    const thursday9 = at(4, 21);
    const hours = weekWith({ [thursday9]: here, [thursday9 + 1]: here });
    const [advice, ...more] = hoursThatPay(hours, 8);
    expect(more).toEqual([]);
    expect(advice).toMatchObject({ reason: "calls", hour: thursday9, length: 2 });
    expect(advice?.here).toEqual({
      ...{ seconds: 16 * 3600, on_seconds: 2 * 3600, promised_seconds: 0, paid_cents: 19_800 },
      ...{ answered: 20, missed: 6, repeat_callers: 14 },
    });
    expect(advice?.elsewhere).toEqual(
      sumOfHours(weekWith({ [thursday9]: { seconds: 0 }, [thursday9 + 1]: { seconds: 0 } })),
    );
  });

  test.each([
    ["calls", { on_seconds: 3600 }, { answered: 14, missed: 5 }, { answered: 15 }],
    ["paid", { on_seconds: 8 * 3600, paid_cents: 400_000 }, { answered: 19 }, { answered: 20 }],
    ["missed", { on_seconds: 8 * 3600, answered: 1 }, { missed: 19 }, { missed: 20 }],
  ] as const)("about %s is silent below 20 events", (reason, given, few, enough) => {
    const hour = at(6, 3);
    const adviceWith = (events: Partial<HourSums>) =>
      hoursThatPay(weekWith({ [hour]: { ...given, ...events } }), 8);
    expect(adviceWith({ ...few }).filter((one) => one.reason === reason)).toEqual([]);
    const spoken = adviceWith({ ...few, ...enough }).find((one) => one.reason === reason);
    expect(spoken && eventsOf(spoken)).toBe(20);
  });

  test("is silent if all other hours have fewer than 20 events", () => {
    const hours = weekWith().map((sums) => ({ ...sums, answered: 0, missed: 0 }));
    hours[at(4, 21)] = { ...usual, answered: 300, missed: 0, paid_cents: 900_000 };
    hours[at(2, 10)] = { ...usual, answered: 19, missed: 0 };
    expect(hoursThatPay(hours, 8)).toEqual([]);
    hours[at(2, 11)] = { ...usual, answered: 1, missed: 0 };
    expect(hoursThatPay(hours, 8)).toHaveLength(1);
  });

  test(`needs ${leastWeeks} whole weeks`, () => {
    const hours = weekWith({ [at(4, 21)]: { ...usual, answered: 60 } });
    expect(hoursThatPay(hours, leastWeeks - 1)).toEqual([]);
    expect(hoursThatPay(hours, leastWeeks)).toHaveLength(1);
  });

  test("goes on from Saturday night to Sunday", () => {
    const night = { ...usual, answered: 30 };
    const [advice] = hoursThatPay(weekWith({ [at(6, 23)]: night, 0: night }), 8);
    expect(advice).toMatchObject({ hour: at(6, 23), length: 2 });
    expect(advice && hoursOfAdvice(advice)).toEqual([at(6, 23), 0]);
  });

  test("speaks of at most three stretches, which do not overlap", () => {
    const best = { ...usual, answered: 60, paid_cents: 200_000 };
    const hours = weekWith(Object.fromEntries([1, 2, 3, 4].map((day) => [at(day, 20), best])));
    const advice = hoursThatPay(hours, 8);
    expect(advice).toHaveLength(3);
    const named = advice.flatMap(hoursOfAdvice);
    expect(new Set(named).size).toBe(named.length);
  });

  test("about money is silent about hours in which the psychic was hardly on", () => {
    const rich = { answered: 25, missed: 0, paid_cents: 500_000 };
    const reasons = (on_seconds: number) =>
      hoursThatPay(weekWith({ [at(2, 3)]: { ...rich, on_seconds } }), 8).map(
        ({ reason }) => reason,
      );
    expect(reasons(7199)).not.toContain("paid");
    expect(reasons(7200)).toContain("paid");
  });

  test("for managers compares calls with promised hours", () => {
    const short = { ...usual, answered: 60, promised_seconds: 3600 };
    const hours = weekWith({ [at(0, 22)]: short });
    expect(hoursInDemand(hours, 8)).toMatchObject([
      { reason: "promised", hour: at(0, 22), length: 1, here: { promised_seconds: 3600 } },
    ]);
    expect(hoursInDemand(weekWith(), 8)).toEqual([]);
  });
});
