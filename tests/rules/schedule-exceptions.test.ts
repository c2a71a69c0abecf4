import { describe, expect, test } from "vitest";
import { addDays, startOfNewYorkDay, weekday } from "#shared/rules/new-york.ts";
import {
  type ExceptionKind,
  exceptionKinds,
  type PlannedException,
  type PlannedSegment,
  promisedHours,
} from "#shared/rules/promised-hours.ts";
import { chanceOf } from "../support/chance.ts";

const minutes = (clock: string) => {
  const [hours = 0, rest = 0] = clock.split(":").map(Number);
  return hours * 60 + rest;
};

/** `off 2026-06-16 2026-06-18 09:00-17:00`, without times for whole days. */
function exception(text: string): PlannedException {
  const [kind, first_day = "", last_day = "", clocks] = text.split(" ");
  const [from = 0, to = 0] = clocks?.split("-").map(minutes) ?? [];
  const times = clocks === undefined ? null : { from, to };
  return { kind: kind as ExceptionKind, first_day, last_day, times };
}

/** A Tuesday in summer, four hours behind UTC, with hours from 9 to 5. */
const tuesday = "2026-06-16";
const nineToFive: PlannedSegment[] = [{ day: 3, from: 540, to: 1020, status: "A" }];

const spans = (week: readonly PlannedSegment[], exceptions: readonly string[], day = tuesday) =>
  promisedHours(week, exceptions.map(exception), day).map(({ from, to, status, chat }) =>
    [from, to]
      .map((at) => new Date(at).toISOString().slice(5, 16))
      .concat(status, chat ? "chat" : [])
      .join(" "),
  );

describe("exceptions from the week (S25, S26)", () => {
  test.each([
    ["a whole day off", [`off ${tuesday} ${tuesday}`], []],
    [
      "some hours off",
      [`off ${tuesday} ${tuesday} 12:00-13:00`],
      ["06-16T13:00 06-16T16:00 A", "06-16T17:00 06-16T21:00 A"],
    ],
    [
      "days off before and after",
      ["off 2026-06-10 2026-06-15", "off 2026-06-17 2026-06-18"],
      ["06-16T13:00 06-16T21:00 A"],
    ],
    [
      "extra hours beside the week's",
      [`extra ${tuesday} ${tuesday} 17:00-18:00`],
      ["06-16T13:00 06-16T22:00 A"],
    ],
    [
      "extra hours over the week's",
      [`extra ${tuesday} ${tuesday} 08:00-10:00`],
      ["06-16T12:00 06-16T21:00 A"],
    ],
    [
      "chat only in the afternoon",
      [`chat ${tuesday} ${tuesday} 13:00-23:00`],
      ["06-16T13:00 06-16T17:00 A", "06-16T17:00 06-16T21:00 A chat"],
    ],
    [
      "off wins over extra and chat",
      [
        `extra ${tuesday} ${tuesday}`,
        `chat ${tuesday} ${tuesday}`,
        `off ${tuesday} ${tuesday} 00:00-20:00`,
      ],
      ["06-17T00:00 06-17T04:00 A chat"],
    ],
    [
      "a night off that began on the day before",
      ["off 2026-06-15 2026-06-15 22:00-10:00"],
      ["06-16T14:00 06-16T21:00 A"],
    ],
  ])("%s", (_, exceptions, expected) => {
    expect(spans(nineToFive, exceptions)).toEqual(expected);
  });

  test("extra hours are available where the week says on alert", () => {
    const onAlert = nineToFive.map((segment) => ({ ...segment, status: "O" as const }));
    expect(spans(onAlert, [`extra ${tuesday} ${tuesday} 10:00-11:00`])).toEqual([
      "06-16T13:00 06-16T14:00 O",
      "06-16T14:00 06-16T15:00 A",
      "06-16T15:00 06-16T21:00 O",
    ]);
  });

  test("a night's hours from the day before last until the day off begins at midnight", () => {
    const nights: PlannedSegment[] = [{ day: 2, from: 1320, to: 120, status: "A" }];
    expect(spans(nights, [`off ${tuesday} ${tuesday}`], "2026-06-15")).toEqual([
      "06-16T02:00 06-16T04:00 A",
    ]);
    expect(spans(nights, [`off ${tuesday} ${tuesday}`])).toEqual([]);
  });

  test.each([
    ["2026-03-08", 23],
    ["2026-11-01", 25],
  ])("a whole extra day, %s, has %i hours", (day, hours) => {
    const [span] = promisedHours([], [exception(`extra ${day} ${day}`)], day);
    expect(((span?.to ?? 0) - (span?.from ?? 0)) / 3_600_000).toBe(hours);
  });
});

const cases = 3_000;
const quarter = 15 * 60_000;

test(`${cases} plans in ten years agree with a model that asks at each quarter hour (S25, S34)`, () => {
  const random = chanceOf(20_260_149);
  for (let round = 0; round < cases; round++) {
    const day = randomDay(random);
    const week = randomWeek(random);
    const exceptions = Array.from({ length: Math.floor(random() * 7) }, () =>
      randomException(random, day),
    );
    const found = promisedHours(week, exceptions, day);
    const [start, end] = [startOfNewYorkDay(day), startOfNewYorkDay(addDays(day, 1))];
    const quarters = Array.from(
      { length: (end - start) / quarter },
      (_, place) => start + place * quarter,
    );
    const expected = quarters.map(modelOf(day, week, exceptions));
    const actual = quarters.map((at) =>
      found
        .filter(({ from, to }) => from <= at && at < to)
        .map(({ status, chat }) => `${status}${chat ? " chat" : ""}`)
        .join(" and "),
    );
    expect(actual, JSON.stringify({ day, week, exceptions })).toEqual(expected);
    const sum = found.reduce((total, { from, to }) => total + to - from, 0);
    expect(sum).toBe(quarter * expected.filter(Boolean).length);
    for (const [place, { from }] of found.entries()) {
      const before = found[place - 1];
      expect(from).toBeGreaterThanOrEqual(before?.to ?? start);
      const isOne =
        before?.to === from &&
        before.status === found[place]?.status &&
        before.chat === found[place]?.chat;
      expect(isOne).toBe(false);
    }
    const shuffled = [...exceptions].sort(() => random() - 0.5);
    expect(promisedHours(week, shuffled, day)).toEqual(found);
  }
});

/** What the plan says at an instant of the day: `A`, `O chat`, or nothing. */
function modelOf(
  day: string,
  week: readonly PlannedSegment[],
  exceptions: readonly PlannedException[],
): (at: number) => string {
  const days = [addDays(day, -1), day];
  const partsOn = (dates: readonly string[], times: PlannedException["times"]) => {
    const { from, to } = times ?? { from: 0, to: 0 };
    return dates.map((date) => [
      instantOf(date, from),
      to <= from ? instantOf(addDays(date, 1), to) : instantOf(date, to),
    ]);
  };
  const plans = exceptions.map(({ kind, first_day, last_day, times }) => ({
    kind,
    parts: partsOn(
      days.filter((date) => first_day <= date && date <= last_day),
      times,
    ),
  }));
  const segments = week.map((segment) => ({
    status: segment.status,
    parts: partsOn(
      days.filter((date) => segment.day === weekday(date) && isInItsWeek(segment, date)),
      segment,
    ),
  }));
  const holds = (at: number, { parts }: { parts: number[][] }) =>
    parts.some(([from = 0, to = 0]) => from <= at && at < to);
  return (at) => {
    const kinds = plans.filter((plan) => holds(at, plan)).map(({ kind }) => kind);
    if (kinds.includes("off")) return "";
    const weekly = segments.find((segment) => holds(at, segment))?.status ?? "";
    const status = kinds.includes("extra") ? "A" : weekly;
    return status && kinds.includes("chat") ? `${status} chat` : status;
  };
}

/** Counts whole weeks from the Sunday of an A week (S34). */
function isInItsWeek({ weeks }: PlannedSegment, date: string): boolean {
  const days = (Date.parse(date) - Date.parse("2026-01-04")) / 86_400_000;
  const isOdd = Math.abs(Math.floor(days / 7)) % 2 === 1;
  return !weeks || weeks === (isOdd ? "B" : "A");
}

const clock = new Intl.DateTimeFormat("en-CA", {
  ...{ timeZone: "America/New_York", hourCycle: "h23" },
  ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" },
});
/** The first instant of each quarter hour of a day, by its minutes since midnight. */
const known = new Map<string, Map<number, number>>();

/** When a clock in New York first shows this time, or skips it; read from the clock itself. */
function instantOf(date: string, wanted: number): number {
  const instants = known.get(date) ?? readDay(date);
  known.set(date, instants);
  const found = instants.get(wanted);
  return found ?? instantOf(date, wanted + 15);
}

function readDay(date: string): Map<number, number> {
  const instants = new Map<number, number>();
  const noon = Date.parse(`${date}T12:00:00Z`);
  for (let at = noon - 9 * 3_600_000; at < noon + 18 * 3_600_000; at += quarter) {
    const [shownDay, time = ""] = clock.format(at).split(", ");
    const shown = minutes(time);
    if (shownDay === date && !instants.has(shown)) instants.set(shown, at);
  }
  return instants;
}

/** Any day of ten years; every third one is at a clock change or beside it. */
function randomDay(random: () => number): string {
  const year = 2020 + Math.floor(random() * 10);
  if (random() < 0.67) return addDays(`${year}-01-01`, Math.floor(random() * 365));
  const sunday = random() < 0.5 ? sundayOf(`${year}-03-08`) : sundayOf(`${year}-11-01`);
  return addDays(sunday, Math.floor(random() * 3) - 1);
}

const sundayOf = (first: string) => addDays(first, (8 - weekday(first)) % 7);

const randomQuarter = (random: () => number) => 15 * Math.floor(random() * 96);

/** Segments that do not overlap, some in every second week, with a night from Saturday on. */
function randomWeek(random: () => number): PlannedSegment[] {
  const days = [1, 2, 3, 4, 5, 6, 7].flatMap((day): PlannedSegment[] => {
    const middle = 120 + 15 * Math.floor(random() * 70);
    const status: "A" | "O" = random() < 0.7 ? "A" : "O";
    return [
      ...inWeeks(random, { day, from: 75, to: middle, status }),
      ...(random() < 0.5 ? inWeeks(random, { day, from: middle, to: 1320, status: "A" }) : []),
    ].filter(() => random() < 0.8);
  });
  const night = inWeeks(random, { day: 7, from: 1320, to: 60, status: "A" });
  return random() < 0.5 ? days : [...days, ...night];
}

/** A segment of every week, of every second week, or with another status in each of the two weeks. */
function inWeeks(random: () => number, segment: PlannedSegment): PlannedSegment[] {
  const kind = random();
  if (kind < 0.4) return [segment];
  const odd = { ...segment, weeks: "A" as const };
  const even = { ...segment, weeks: "B" as const, status: "O" as const };
  if (kind < 0.6) return [odd];
  return kind < 0.8 ? [even] : [even, odd];
}

function randomException(random: () => number, day: string): PlannedException {
  const first_day = addDays(day, Math.floor(random() * 5) - 3);
  return {
    kind: exceptionKinds[Math.floor(random() * 3)] as ExceptionKind,
    first_day,
    last_day: addDays(first_day, Math.floor(random() * 4)),
    times: random() < 0.3 ? null : { from: randomQuarter(random), to: randomQuarter(random) },
  };
}
