import { describe, expect, test } from "vitest";
import { addDays, startOfNewYorkDay, weekday } from "#shared/rules/new-york.ts";
import { promisedHours } from "#shared/rules/promised-hours.ts";
import { isOvernight, type Segment, segmentsADay } from "#shared/rules/schedule.ts";
import { chanceOf } from "../support/chance.ts";

const minutes = (clock: string) => {
  const [hours = 0, rest = 0] = clock.split(":").map(Number);
  return hours * 60 + rest;
};
const segment = (day: number, from: string, to: string, status: "A" | "O" = "A") => ({
  ...{ day, status, from: minutes(from), to: minutes(to) },
});
/** The spans as texts: `2026-03-08T05:00Z 2026-03-08T06:00Z A`. */
const spans = (week: ReturnType<typeof segment>[], day: string) =>
  promisedHours(week, [], day).map(({ from, to, status }) =>
    [from, to]
      .map((at) => new Date(at).toISOString().replace(":00.000", ""))
      .concat(status)
      .join(" "),
  );

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const wholeWeek = everyDay.map((day) => segment(day, "00:00", "00:00"));

describe("the promised hours of a New York day", () => {
  test("are those of its weekday, in their order, with their status", () => {
    const week = [
      segment(3, "18:00", "20:15", "O"),
      segment(3, "09:00", "12:30"),
      segment(4, "10:00", "11:00"),
    ];
    // A Tuesday in summer: New York is four hours behind UTC.
    expect(spans(week, "2026-06-16")).toEqual([
      "2026-06-16T13:00Z 2026-06-16T16:30Z A",
      "2026-06-16T22:00Z 2026-06-17T00:15Z O",
    ]);
    expect(spans(week, "2026-06-18")).toEqual([]);
  });

  test("a night belongs to both days, cut at midnight; Saturday's goes on on Sunday", () => {
    const week = [segment(7, "22:00", "02:00")];
    expect(spans(week, "2026-01-10")).toEqual(["2026-01-11T03:00Z 2026-01-11T05:00Z A"]);
    expect(spans(week, "2026-01-11")).toEqual(["2026-01-11T05:00Z 2026-01-11T07:00Z A"]);
    expect(spans([segment(7, "22:00", "00:00")], "2026-01-11")).toEqual([]);
  });

  test.each([
    ["2026-03-08", 23],
    ["2026-03-09", 24],
    ["2026-11-01", 25],
  ])("whole days fill %s, which has %i hours", (day, hours) => {
    const promised = promisedHours(wholeWeek, [], day);
    expect(promised).toEqual([
      { from: startOfNewYorkDay(day), to: startOfNewYorkDay(addDays(day, 1)), status: "A" },
    ]);
    expect((promised[0]?.to ?? 0) - (promised[0]?.from ?? 0)).toBe(hours * 3_600_000);
  });
});

describe("when the clocks change", () => {
  test("in spring, the skipped hour is left out", () => {
    const day = "2026-03-08";
    expect(spans([segment(1, "01:00", "02:30")], day)).toEqual([
      "2026-03-08T06:00Z 2026-03-08T07:00Z A",
    ]);
    expect(spans([segment(1, "02:15", "05:00")], day)).toEqual([
      "2026-03-08T07:00Z 2026-03-08T09:00Z A",
    ]);
    expect(spans([segment(1, "02:00", "03:00")], day)).toEqual([]);
    expect(spans([segment(7, "23:00", "03:00")], day)).toEqual([
      "2026-03-08T05:00Z 2026-03-08T07:00Z A",
    ]);
  });

  test("in autumn, the first of the two hours counts, and neighbors leave no gap", () => {
    const day = "2026-11-01";
    expect(spans([segment(1, "00:00", "01:30"), segment(1, "01:30", "03:00", "O")], day)).toEqual([
      "2026-11-01T04:00Z 2026-11-01T05:30Z A",
      "2026-11-01T05:30Z 2026-11-01T08:00Z O",
    ]);
  });
});

test("1,000 weeks: spans never overlap, and lie within their day; two days share no instant", () => {
  const random = chanceOf(20_260_143);
  for (let round = 0; round < 1_000; round++) {
    const week = randomWeek(random);
    const first = addDays("2026-01-01", Math.floor(random() * 700));
    const found = [first, addDays(first, 1)].flatMap((day) => {
      const bounds = [startOfNewYorkDay(day), startOfNewYorkDay(addDays(day, 1))] as const;
      return promisedHours(week, [], day).map(({ from, to }) => {
        expect(from).toBeGreaterThanOrEqual(bounds[0]);
        expect(to).toBeLessThanOrEqual(bounds[1]);
        expect(to).toBeGreaterThan(from);
        return [from, to] as const;
      });
    });
    for (const [place, [from]] of found.entries()) {
      expect(from).toBeGreaterThanOrEqual(found[place - 1]?.[1] ?? 0);
    }
    const isOrdinary = first > "2026-11-02" && first < "2027-03-10";
    if (isOrdinary) expect(hoursOf(found)).toBe(expectedHours(week, first));
  }
});

const hoursOf = (found: readonly (readonly [number, number])[]) =>
  found.reduce((sum, [from, to]) => sum + (to - from), 0) / 60_000;

/** Minutes of two days that have no clock change, counted quarter hour by quarter hour. */
function expectedHours(week: readonly Segment[], first: string): number {
  const isPromised = (day: number, quarter: number) =>
    week.some((segment) => {
      const { from, to } = segment;
      const ends = isOvernight(segment) ? to + 1440 : to;
      const at = quarter * 15;
      const yesterday = (day + 5) % 7 === segment.day - 1 && at + 1440 < ends;
      return (segment.day === day && at >= from && at < ends) || yesterday;
    });
  return [first, addDays(first, 1)].reduce((sum, day) => {
    const quarters = Array.from({ length: segmentsADay }, (_, quarter) => quarter);
    return sum + 15 * quarters.filter((quarter) => isPromised(weekday(day), quarter)).length;
  }, 0);
}

/** Segments that do not overlap: a few cuts of each weekday, and one night. */
function randomWeek(random: () => number): Segment[] {
  const night: Segment = { day: 7, from: 1380, to: 60, status: "A" };
  const days = everyDay.flatMap((day): Segment[] => {
    const from = 60 + 15 * Math.floor(random() * 40);
    const to = Math.min(1380, from + 15 + 15 * Math.floor(random() * 40));
    return random() < 0.3 ? [] : [{ day, from, to, status: random() < 0.8 ? "A" : "O" }];
  });
  return random() < 0.5 ? days : [...days, night];
}
