import { isInWeeks, type MaybeWeeks } from "#shared/rules/alternating-weeks.ts";
import { addDays } from "#shared/rules/new-york.ts";
import { type NewYorkDay, newYorkDayOf } from "../new-york-time.ts";
import type { Shift } from "../people/shifts.ts";
import { createRandom } from "../random.ts";
import type { World, WorldPsychic } from "./world.ts";

/** The time between a phone log-on and its log-off. Times are epoch milliseconds. */
export interface Stretch {
  /** The platform's id of the log-on. */
  id: string;
  psychic: WorldPsychic;
  from: number;
  to: number;
  /** The extra hours that the psychic announces; she logs on late in them. */
  extra: { from: number; to: number } | null;
}

const minute = 60_000;
const hour = 60 * minute;
const minutesOfWeek = 7 * 24 * 60;

/** Psychics without a schedule work when most customers call. */
const usual: readonly Shift[] = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
  day,
  starts: "15:00",
  ends: "23:00",
  status: "A",
}));

/** Few schedules cover the night and the morning, so some psychics work beyond theirs. */
const helpers = [
  { from: 0.75, to: 6.5, count: 6 },
  { from: 5, to: 11.5, count: 6 },
  { from: 11, to: 17, count: 3 },
  { from: 16.5, to: 22, count: 2 },
  { from: 21.5, to: 25.5, count: 3 },
];
const helpersRest = 4 * hour;

/**
 * Once in this time a psychic announces extra hours and comes late, so that at any hour promised
 * hours begin without their psychic.
 */
const lateEvery = 90 * minute;
const lateness = 22 * minute;
const extraHours = 2 * hour;

/** Shifts closer than this (minutes) could merge if a psychic is unpunctual. */
const closeShifts = 30;

const minutesOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
};

interface PlannedShift {
  day: number;
  weeks: MaybeWeeks;
  /** Minutes since the day's midnight; the end may be on the next day. */
  from: number;
  to: number;
  followsClosely: boolean;
  isFollowedClosely: boolean;
}

function shiftsOf({ week }: WorldPsychic): PlannedShift[] {
  const shifts = (week.length > 0 ? week : usual)
    .filter(({ status }) => status === "A")
    .map(({ day, weeks, starts, ends }) => {
      const from = minutesOf(starts);
      const to = minutesOf(ends);
      return { day, weeks, from, to: to <= from ? to + 24 * 60 : to };
    })
    .sort((a, b) => a.day - b.day || a.from - b.from);
  return shifts.map((shift, place) => {
    const before = shifts.at(place - 1) ?? shift;
    const after = shifts[(place + 1) % shifts.length] ?? shift;
    return {
      ...shift,
      followsClosely: gapBetween(before, shift) < closeShifts,
      isFollowedClosely: gapBetween(shift, after) < closeShifts,
    };
  });
}

type Times = Pick<PlannedShift, "day" | "from" | "to">;

function gapBetween(before: Times, after: Times): number {
  const gap = after.day * 1440 + after.from - (before.day * 1440 + before.to);
  return ((gap % minutesOfWeek) + minutesOfWeek) % minutesOfWeek;
}

/** The psychics' stretches of work. A day's stretches depend only on the world and that day. */
export interface Stretches {
  /** The stretches that are planned to begin on this New York day. */
  ofDay(day: string): readonly Stretch[];
  /**
   * The stretches of this New York day and of the days before and after it: all that may touch the
   * service day, which begins on `day` and ends on the next day.
   */
  around(day: string): readonly Stretch[];
}

export function createStretches(world: World): Stretches {
  const shifts = new Map(world.psychics.map((psychic) => [psychic, shiftsOf(psychic)]));
  const known = new Map<string, readonly Stretch[]>();

  function planned(newYorkDay: NewYorkDay): Stretch[] {
    const { day, weekday } = newYorkDay;
    return world.psychics.flatMap((psychic) => {
      const random = createRandom(`platform shifts ${psychic.id} ${day}`);
      const isDayOff = random.chance(0.07);
      const ofDay = (shifts.get(psychic) ?? []).filter(
        (shift) => shift.day === weekday && isInWeeks(shift.weeks, day),
      );
      return ofDay.flatMap((shift, place) => {
        const late = random.int(-8, 12);
        const longer = random.int(0, 20);
        const from = shift.from + (shift.followsClosely ? 1 : late);
        const to = shift.to + (shift.isFollowedClosely ? -1 : longer);
        const id = `L${day.replaceAll("-", "")}-${psychic.id}-${place + 1}`;
        if (isDayOff) return [];
        return [
          {
            id,
            psychic,
            from: instantOf(newYorkDay, from),
            to: instantOf(newYorkDay, to),
            extra: null,
          },
        ];
      });
    });
  }

  function ofDay(day: string): readonly Stretch[] {
    const before = known.get(day);
    if (before) return before;
    const newYorkDay = newYorkDayOf(day);
    const plannedToday = planned(newYorkDay);
    const near = [...planned(newYorkDayOf(addDays(day, -1))), ...plannedToday];
    const random = createRandom(`platform helpers ${day}`);
    const added: Stretch[] = [];
    const isTired = (psychic: WorldPsychic, from: number, to: number) =>
      [...near, ...added].some(
        (other) =>
          other.psychic === psychic &&
          other.from < to + helpersRest &&
          other.to > from - helpersRest,
      );
    for (const [place, { from, to, count }] of helpers.entries()) {
      const [start, end] = [instantOf(newYorkDay, from * 60), instantOf(newYorkDay, to * 60)];
      const able = random
        .shuffle(world.psychics)
        .filter((psychic) => !isTired(psychic, start, end));
      for (const psychic of able.slice(0, count)) {
        const id = `L${day.replaceAll("-", "")}-${psychic.id}-h${place + 1}`;
        const [early, longer] = [random.int(-9, 9), random.int(0, 9)];
        added.push({
          ...{ id, psychic, extra: null },
          from: start + early * minute,
          to: end + longer * minute,
        });
      }
    }
    const midnight = newYorkDay.at(0);
    for (let turn = 0; turn * lateEvery < 24 * hour; turn++) {
      const from = midnight + turn * lateEvery + random.int(1, 3) * 15 * minute;
      const to = from + extraHours;
      const able = random
        .shuffle(world.psychics)
        .find((psychic) => !psychic.isNamed && !isTired(psychic, from, to));
      if (!able) continue;
      const id = `L${day.replaceAll("-", "")}-${able.id}-x${turn + 1}`;
      added.push({ id, psychic: able, from: from + lateness, to, extra: { from, to } });
    }
    const all = [...plannedToday, ...added].sort(
      (a, b) => a.from - b.from || a.psychic.id - b.psychic.id,
    );
    known.set(day, all);
    return all;
  }

  return {
    ofDay,
    around: (day) => [-1, 0, 1].flatMap((offset) => ofDay(addDays(day, offset))),
  };
}

/** The instant of wall-clock minutes since a day's midnight; they may be on the next day. */
function instantOf(day: NewYorkDay, minutes: number): number {
  if (minutes < 0) return newYorkDayOf(addDays(day.day, -1)).at((minutes + 1440) * 60);
  if (minutes < 1440) return day.at(minutes * 60);
  return newYorkDayOf(addDays(day.day, 1)).at((minutes - 1440) * 60);
}
