import { describe, expect, test } from "vitest";
import { instantsOf } from "#shared/rules/schedule.ts";
import { clockChangeNotes, nextClockChange } from "#web/features/schedule/clock-change.ts";
import { lengthOf, piecesOf, writtenLength, writtenPiece } from "#web/features/schedule/glance.ts";
import {
  copied,
  overlapOf,
  sorted,
  type WeekSegment,
  weekOf,
} from "#web/features/schedule/week.ts";
import { weekDifferences, writtenDayOf } from "#web/features/schedule/week-differences.ts";
import { weekMerge } from "#web/features/schedule/week-merge.ts";
import { presentTimes, viewersTimes } from "#web/features/schedule/zone-times.ts";

const at = (day: number, from: string, to: string): WeekSegment => ({ day, status: "A", from, to });
const summer = Date.parse("2026-07-15T16:00:00Z");

describe("the week of the form", () => {
  test("is the server's week in New York time, in order", () => {
    const wire = (day: number, from: number, to: number) => ({
      ...{ day, number: 1, status: "A" as const },
      ...instantsOf({ day, from, to }, summer),
    });
    expect(weekOf([wire(2, 1380, 120), wire(2, 540, 600)])).toEqual([
      at(2, "09:00", "10:00"),
      at(2, "23:00", "02:00"),
    ]);
    expect(
      sorted([at(3, "09:00", "10:00"), at(1, "20:00", "21:00")]).map(({ day }) => day),
    ).toEqual([1, 3]);
  });

  test("D14: finds overlapping times, even past midnight and past the end of the week", () => {
    const saturdayNight = at(7, "21:00", "02:00");
    const sundayMorning = at(1, "01:00", "03:00");
    const monday = at(2, "09:00", "10:00");
    const week = [sundayMorning, monday, saturdayNight];
    expect(overlapOf(week, sundayMorning)).toBe(saturdayNight);
    expect(overlapOf(week, saturdayNight)).toBe(sundayMorning);
    expect(overlapOf(week, monday)).toBeUndefined();
    const twice = at(2, "00:00", "00:00");
    expect(overlapOf([twice, { ...twice }], twice)).toEqual(twice);
  });
});

describe("D15: the viewer's time beside New York's", () => {
  test("a segment is shown in the viewer's zone, with its days", () => {
    expect(viewersTimes(at(2, "09:00", "17:00"), summer, "UTC")).toBe("Mon 1:00 PM – 9:00 PM");
    expect(viewersTimes(at(2, "18:00", "23:00"), summer, "UTC")).toBe("Mon 10:00 PM – Tue 3:00 AM");
    expect(viewersTimes(at(7, "21:00", "02:00"), summer, "UTC")).toBe("Sun 1:00 AM – 6:00 AM");
    expect(viewersTimes(at(2, "09:00", "17:00"), summer, "America/Toronto")).toBeNull();
    expect(presentTimes(summer, "UTC")).toEqual({ here: "Wed 4:00 PM", newYork: "Wed 12:00 PM" });
  });
});

describe("around a clock change", () => {
  test("a weekday that is over is shown with the times of its next date (F6)", () => {
    // New York's clocks went forward on March 8, London's go forward on March 29.
    const now = Date.parse("2026-03-26T12:00Z");
    expect(viewersTimes(at(2, "09:00", "10:00"), now, "Europe/London")).toBe(
      "Mon 2:00 PM – 3:00 PM",
    );
    // This week's Friday has not come yet.
    expect(viewersTimes(at(6, "09:00", "10:00"), now, "Europe/London")).toBe(
      "Fri 1:00 PM – 2:00 PM",
    );
  });

  test("a segment whose end is in the skipped hour ends after its start (I4)", () => {
    const now = Date.parse("2026-03-04T12:00Z");
    expect(viewersTimes(at(1, "01:30", "02:15"), now, "Europe/London")).toBe(
      "Sun 5:30 AM – 6:15 AM",
    );
    const sunday = Date.parse("2026-03-08T12:00Z");
    expect(viewersTimes(at(1, "01:30", "02:15"), sunday, "Europe/London")).toBe(
      "Sun 5:30 AM – 6:15 AM",
    );
  });
});

describe("the clock changes of the next two weeks", () => {
  test("are found to the minute", () => {
    const change = nextClockChange("America/New_York", Date.parse("2026-10-25T12:00:00Z"));
    expect(change).toEqual({ at: Date.parse("2026-11-01T06:00:00Z"), forward: -60 });
    expect(nextClockChange("America/New_York", summer)).toBeNull();
    expect(nextClockChange("Australia/Lord_Howe", Date.parse("2026-10-01T00:00:00Z"))).toEqual({
      at: Date.parse("2026-10-03T15:30:00Z"),
      forward: 30,
    });
  });

  test("are announced for New York and for the viewer", () => {
    const march = Date.parse("2026-03-20T12:00:00Z");
    expect(clockChangeNotes("Europe/Berlin", march)).toEqual([
      "Your clocks go forward one hour on 03/29/2026.",
    ]);
    expect(clockChangeNotes("America/New_York", Date.parse("2026-03-01T12:00:00Z"))).toEqual([
      "New York's clocks go forward one hour on 03/08/2026. A schedule keeps its New York times.",
    ]);
    expect(clockChangeNotes("UTC", summer)).toEqual([]);
  });
});

describe("the week at a glance", () => {
  test("D14: a night is shown on both of its days, Saturday night on Sunday, too", () => {
    const week = [at(7, "21:00", "02:00"), at(2, "18:00", "00:00"), at(4, "09:00", "09:00")];
    expect(piecesOf(week, "A").map(({ day, from, to }) => [day, from, to])).toEqual([
      [1, 0, 120],
      [2, 1080, 1440],
      [4, 540, 1440],
      [5, 0, 540],
      [7, 1260, 1440],
    ]);
    expect(lengthOf(piecesOf(week, "A"), "A")).toBe((5 + 6 + 24) * 60);
    expect(lengthOf(piecesOf(week, "A"), "O")).toBe(0);
  });

  test("S34: shows one of two alternating weeks, whose Sunday begins with the other's Saturday night", () => {
    const week: WeekSegment[] = [
      { ...at(7, "21:00", "02:00"), weeks: "A" },
      { ...at(2, "22:00", "01:00"), weeks: "B" },
      at(3, "09:00", "10:00"),
    ];
    const times = (weeks: "A" | "B") =>
      piecesOf(week, weeks).map(({ day, from, to }) => [day, from, to]);
    expect(times("A")).toEqual([
      [3, 540, 600],
      [7, 1260, 1440],
    ]);
    expect(times("B")).toEqual([
      [1, 0, 120],
      [2, 1320, 1440],
      [3, 0, 60],
      [3, 540, 600],
    ]);
    expect(lengthOf(piecesOf(week, "A"), "A")).toBe(4 * 60);
    expect(lengthOf(piecesOf(week, "B"), "A")).toBe(6 * 60);
  });

  test("counts overlapping times once", () => {
    const week = [at(2, "00:00", "00:00"), at(2, "00:00", "00:00"), at(2, "22:00", "03:00")];
    expect(lengthOf(piecesOf(week, "B"), "A")).toBe((24 + 3) * 60);
  });

  test("is written in words", () => {
    const piece = { day: 2, status: "O", from: 0, to: 1440 } as const;
    expect(writtenPiece(piece)).toBe("On Alert all day");
    expect(writtenPiece({ ...piece, to: 120 })).toBe("On Alert midnight to 2:00 AM");
    expect(writtenPiece({ ...piece, from: 1080 })).toBe("On Alert 6:00 PM to midnight");
    expect([0, 45, 120, 2445].map(writtenLength)).toEqual([
      "0 min",
      "45 min",
      "2 h",
      "40 h 45 min",
    ]);
  });

  test("S34: times of every second week are compared, merged, sorted and written with their weeks", () => {
    const today = "2026-11-28";
    const odd: WeekSegment = { ...at(2, "09:00", "17:00"), weeks: "A" };
    const even: WeekSegment = { ...at(2, "09:00", "17:00"), weeks: "B" };
    const weekly = at(2, "09:00", "17:00");
    expect(sorted([even, odd])).toEqual([odd, even]);
    expect(overlapOf([odd, even], odd)).toBeUndefined();
    expect(overlapOf([odd, weekly], odd)).toBe(weekly);
    expect(writtenDayOf([even], 2, today)).toBe(
      "9:00 AM – 5:00 PM Available (Next week and every second, from Sunday 11/29/2026)",
    );
    expect(writtenDayOf([odd], 2, today)).toBe(
      "9:00 AM – 5:00 PM Available (This week and every second, again from Sunday 12/06/2026)",
    );
    // On the next day, Sunday, the weeks have changed places, and the text still means the same.
    expect(writtenDayOf([even], 2, "2026-11-29")).toBe(
      "9:00 AM – 5:00 PM Available (This week and every second, again from Sunday 12/13/2026)",
    );
    expect(weekDifferences([odd], [even], today)).toHaveLength(1);
    expect(weekDifferences([odd], [{ ...odd }], today)).toEqual([]);
    const [base, mine, theirs] = [
      { schedule: [weekly] },
      { schedule: [odd] },
      { schedule: [weekly, at(3, "09:00", "10:00")] },
    ];
    expect(weekMerge.isClash(base, mine, theirs)).toBe(false);
    expect(weekMerge.merged(base, mine, theirs).schedule).toEqual([odd, at(3, "09:00", "10:00")]);
    expect(weekMerge.isClash(base, mine, { schedule: [even] })).toBe(true);
    expect(copied([odd, even], 2, [3])).toEqual([
      odd,
      even,
      { ...odd, day: 3 },
      { ...even, day: 3 },
    ]);
  });

  test("S34: the viewer's times of a time of every second week are those of its next date", () => {
    // New York's clocks go back between the next A week and the next B week.
    const now = Date.parse("2026-10-21T12:00Z");
    const monday = { ...at(2, "09:00", "17:00") };
    expect(viewersTimes({ ...monday, weeks: "A" }, now, "Asia/Tokyo")).toBe(
      "Mon 10:00 PM – Tue 6:00 AM",
    );
    expect(viewersTimes({ ...monday, weeks: "B" }, now, "Asia/Tokyo")).toBe(
      "Mon 11:00 PM – Tue 7:00 AM",
    );
  });

  test("copying a day replaces the times of other days", () => {
    const monday = at(2, "21:00", "02:00");
    const week = [monday, at(3, "09:00", "10:00"), at(5, "09:00", "10:00")];
    const next = copied(week, 2, [3, 6]);
    expect(sorted(next)).toEqual([
      monday,
      { ...monday, day: 3 },
      at(5, "09:00", "10:00"),
      { ...monday, day: 6 },
    ]);
    expect(copied(week, 1, [3, 5])).toEqual([monday]);
  });
});
