import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isInWeeks,
  nextSunday,
  sundayOf,
  type Weeks,
  weeksOf,
} from "#shared/rules/alternating-weeks.ts";
import { addDays, newYorkDay, weekday } from "#shared/rules/new-york.ts";
import {
  beyondDay,
  instantsOf,
  nextInstantsOf,
  overlapping,
  type Segment,
} from "#shared/rules/schedule.ts";

/** Any day of 1990 to 2060. */
const anyDay = fc.integer({ min: 0, max: 25_900 }).map((count) => addDays("1990-01-01", count));
const anyWeeks = fc.constantFrom<Segment["weeks"]>("A", "B", null, undefined);

describe("alternating weeks (S34)", () => {
  test.each([
    ["2026-01-03", "B"],
    ["2026-01-04", "A"],
    ["2026-01-10", "A"],
    ["2026-01-11", "B"],
    // New Year's Eve and New Year's Day are in one week.
    ["2026-12-31", "B"],
    ["2027-01-01", "B"],
    ["2027-01-03", "A"],
    // Around the clock changes.
    ["2026-03-07", "A"],
    ["2026-03-08", "B"],
    ["2026-10-31", "A"],
    ["2026-11-01", "B"],
  ] as const)("the week of %s is %s", (day, weeks) => {
    expect(weeksOf(day)).toBe(weeks);
  });

  test("a week is one of the two from Sunday to Saturday, and the next week is the other", () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const sunday = sundayOf(day);
        expect(weekday(sunday)).toBe(1);
        expect(sunday <= day && day < addDays(sunday, 7)).toBe(true);
        const days = [0, 1, 2, 3, 4, 5, 6].map((count) => weeksOf(addDays(sunday, count)));
        expect(new Set(days)).toEqual(new Set([weeksOf(day)]));
        expect(weeksOf(addDays(day, 7))).not.toBe(weeksOf(day));
      }),
    );
  });

  test("the next Sunday of its weeks comes one or two weeks after this week's Sunday", () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom<Weeks>("A", "B"), (day, weeks) => {
        const next = nextSunday(weeks, day);
        const between = [7, 14].map((count) => addDays(sundayOf(day), count));
        expect(between.find((sunday) => isInWeeks(weeks, sunday))).toBe(next);
      }),
    );
  });
});

const segment = (day: number, from: number, to: number, weeks?: Weeks): Segment => ({
  ...{ day, from: from * 60, to: to * 60, status: "A" },
  ...(weeks && { weeks }),
});

describe("overlaps of times in alternating weeks (D14)", () => {
  test.each([
    ["the same hours in different weeks", [segment(2, 9, 17, "A"), segment(2, 9, 17, "B")], []],
    ["the same hours in one week", [segment(2, 9, 17, "A"), segment(2, 16, 18, "A")], [1]],
    ["hours of every week", [segment(2, 9, 17), segment(2, 16, 18, "B")], [1]],
    [
      "Saturday night and the Sunday after it, which is in the other week",
      [segment(7, 22, 2, "A"), segment(1, 1, 3, "B")],
      [1],
    ],
    [
      "Saturday night and the Sunday six days before it, in the same week",
      [segment(7, 22, 2, "A"), segment(1, 1, 3, "A")],
      [],
    ],
    ["every Saturday night", [segment(7, 22, 2), segment(1, 1, 3, "A")], [1]],
  ])("%s", (_, week, expected) => {
    expect(overlapping(week)).toEqual(expected);
    expect(overlapping([...week].reverse())).toEqual(expected);
  });

  test("agree with a calendar of four weeks", () => {
    const quarter = fc.integer({ min: 0, max: 95 }).map((count) => count * 15);
    const anySegment: fc.Arbitrary<Segment> = fc.record({
      ...{ day: fc.integer({ min: 1, max: 7 }), from: quarter, to: quarter },
      ...{ status: fc.constantFrom("A" as const, "O" as const), weeks: anyWeeks },
    });
    /** The quarter hours of four weeks that a segment covers, counted from an A week's Sunday. */
    const covered = ({ day, from, to, weeks }: Segment) =>
      [0, 1, 2, 3].flatMap((week) => {
        if (weeks && weeks !== (week % 2 === 0 ? "A" : "B")) return [];
        const start = (week * 7 + day - 1) * 1440 + from;
        const length = to > from ? to - from : 1440 + to - from;
        return Array.from({ length: length / 15 }, (_, place) => start + place * 15);
      });
    fc.assert(
      fc.property(anySegment, anySegment, (one, other) => {
        // The middle weeks have everything that can overlap, so the ends of the calendar do not matter.
        const quarters = new Set(covered(one));
        const isShared = covered(other).some((at) => quarters.has(at));
        const later = (at: number) => at + 14 * 1440;
        const isSharedLater =
          covered(other).some((at) => quarters.has(later(at))) ||
          covered(other).some((at) => quarters.has(at - 14 * 1440));
        expect(overlapping([one, other]).length > 0).toBe(isShared || isSharedLater);
      }),
      { numRuns: 1_000 },
    );
  });

  test("a day has room for 96 times in both weeks together", () => {
    const quarters = (weeks: Weeks) =>
      Array.from({ length: 49 }, (_, place) => ({ ...segment(3, 0, 0, weeks), from: place * 15 }));
    expect(beyondDay([...quarters("A"), segment(4, 9, 10), ...quarters("B")])).toEqual([97, 98]);
  });
});

describe("the instants of a time of every second week (D13)", () => {
  const at = Date.parse("2026-11-25T12:00Z");

  test("are this week's, or next week's if this week does not have it", () => {
    expect(weeksOf(newYorkDay(at))).toBe("A");
    expect(instantsOf(segment(2, 9, 17, "A"), at).from).toBe("2026-11-23T14:00:00.000Z");
    expect(instantsOf(segment(2, 9, 17, "B"), at).from).toBe("2026-11-30T14:00:00.000Z");
    expect(nextInstantsOf(segment(2, 9, 17, "A"), at).from).toBe("2026-12-07T14:00:00.000Z");
    expect(nextInstantsOf(segment(2, 9, 17, "B"), at).from).toBe("2026-11-30T14:00:00.000Z");
  });

  test("are two weeks later if the clock change skips them", () => {
    const march = Date.parse("2026-03-10T12:00Z");
    expect(weeksOf("2026-03-08")).toBe("B");
    expect(instantsOf(segment(1, 2, 4, "B"), march)).toEqual({
      ...{ from: "2026-03-22T06:00:00.000Z", to: "2026-03-22T08:00:00.000Z" },
    });
    expect(instantsOf(segment(1, 2, 4), march).from).toBe("2026-03-15T06:00:00.000Z");
  });
});
