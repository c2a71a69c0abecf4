import { alternatingWeeks, isInWeeks, type MaybeWeeks, sundayOf } from "./alternating-weeks.ts";
import { addDays, minutesAhead, newYork, newYorkDay, wallClock } from "./new-york.ts";

/**
 * A time of the week in New York: minutes since midnight, 0 to 1439. An end at or before the start
 * is on the next day, so an equal start and end mean a whole day (D14).
 */
export interface Segment {
  /** 1 Sunday to 7 Saturday. This day counts, even if an instant on the wire has another (D13). */
  day: number;
  from: number;
  to: number;
  /** A available, O on alert. */
  status: "A" | "O";
  /** A time belongs to the week in which it begins, also if it ends on the Sunday after it. */
  weeks?: MaybeWeeks;
}

/** Times are on quarter hours, so a day has room for this many segments. */
export const segmentsADay = 96;
export const segmentsAWeek = 7 * segmentsADay;
const quarter = 15;
const dayLength = 1440;

/** A new segment is the whole day (K6). */
export const newSegment = { from: 0, to: 0, status: "A" } as const;

export const isQuarterHour = (minutes: number) => minutes % quarter === 0;
export const isOvernight = ({ from, to }: Pick<Segment, "from" | "to">) => to <= from;
export const isAllDay = ({ from, to }: Pick<Segment, "from" | "to">) => from === 0 && to === 0;

export const clockPattern = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Date.parse reads other texts differently by engine and time zone. */
const instantPattern = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

/** `HH:MM`. */
export function clockTime(minutes: number): string {
  const two = (count: number) => String(count).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/**
 * Reads `HH:MM` or an ISO instant as minutes since midnight in New York; seconds become a fraction.
 * NaN for other texts.
 */
export function wallMinutes(text: string): number {
  const [, hours, minutes] = clockPattern.exec(text) ?? [];
  if (hours !== undefined) return Number(hours) * 60 + Number(minutes);
  const instant = instantPattern.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? Number.NaN : minutesAt(instant);
}

function minutesAt(instant: number): number {
  const wall = wallClock(instant);
  return wall.hour() * 60 + wall.minute() + (wall.second() + wall.millisecond() / 1000) / 60;
}

/** The indexes of the segments that overlap an earlier one in the list. */
export function overlapping(week: readonly Segment[]): number[] {
  const used = new Set<number>();
  return week.flatMap((segment, place) => {
    const quarters = quartersOf(segment);
    const overlaps = quarters.some((index) => used.has(index));
    for (const index of quarters) used.add(index);
    return overlaps ? [place] : [];
  });
}

/**
 * The quarter hours of an A week and the B week after it that a segment covers. Saturday night
 * continues on Sunday, in the other week.
 */
function quartersOf({ day, from, to, weeks }: Segment): number[] {
  const first = ((day - 1) * dayLength + from) / quarter;
  const length = (to > from ? to - from : to + dayLength - from) / quarter;
  return alternatingWeeks.flatMap((each, place) =>
    weeks && weeks !== each
      ? []
      : Array.from(
          { length },
          (_, index) => (place * segmentsAWeek + first + index) % (2 * segmentsAWeek),
        ),
  );
}

/** The indexes of the segments for which their day has no more room: those after the 96th. */
export function beyondDay(week: readonly Pick<Segment, "day">[]): number[] {
  const counts = new Map<number, number>();
  return week.flatMap(({ day }, place) => {
    const count = (counts.get(day) ?? 0) + 1;
    counts.set(day, count);
    return count > segmentsADay ? [place] : [];
  });
}

export type Numbered<S extends Segment = Segment> = S & { number: number };

/**
 * Sorts the week and numbers each day's segments from 1: by their numbers, or by their start where
 * numbers are missing or equal.
 */
export function numbered<S extends Segment & { number?: number | null | undefined }>(
  week: readonly S[],
): Numbered<S>[] {
  const order = ({ number }: S) => number ?? segmentsADay + 1;
  const counts = new Map<number, number>();
  return [...week]
    .sort((a, b) => a.day - b.day || order(a) - order(b) || a.from - b.from)
    .map((segment) => {
      const number = (counts.get(segment.day) ?? 0) + 1;
      counts.set(segment.day, number);
      return { ...segment, number };
    });
}

/** The Sunday of the week that contains `now`, in New York. */
export function weekOf(now: number | Date): string {
  return sundayOf(newYorkDay(now));
}

type Times = Pick<Segment, "day" | "from" | "to" | "weeks">;

interface Instants {
  from: string;
  to: string;
}

/**
 * A segment's times as ISO instants of the New York week (Sunday to Saturday) that contains `now`,
 * or of the next week that has the segment. If that week's clock change skips one of them, both are
 * in the week after it that has the segment, so that each reads back as its wall-clock time (D13)
 * and the end still follows the start (I4). A client that keeps an answer beyond the week makes
 * current instants from the `wallMinutes` of these.
 */
export function instantsOf(segment: Times, now: number | Date): Instants {
  return instantsIn(weekOf(now), segment);
}

/** As `instantsOf`, but the next instants once this week's occurrence has ended. */
export function nextInstantsOf(segment: Times, now: number): Instants {
  const sunday = weekOf(now);
  const times = instantsIn(sunday, segment);
  return Date.parse(times.to) > now ? times : instantsIn(addDays(sunday, 7), segment);
}

function instantsIn(sunday: string, segment: Times): Instants {
  const later = () => instantsIn(addDays(sunday, 7), segment);
  if (!isInWeeks(segment.weeks, sunday)) return later();
  const date = addDays(sunday, segment.day - 1);
  const from = instantOn(date, segment.from);
  const to = instantOn(isOvernight(segment) ? addDays(date, 1) : date, segment.to);
  return from && to ? { from, to } : later();
}

/** New York's hours behind UTC in summer and winter. In autumn's repeated hour, summer time wins. */
const hoursBehind = [4, 5];

/** A wall-clock time of a day as an ISO instant; null if the clock change skips it. */
export function instantOn(date: string, minutes: number): string | null {
  const wall = Date.parse(`${date}T00:00:00Z`) + minutes * 60_000;
  for (const hours of hoursBehind) {
    const instant = wall + hours * 3_600_000;
    if (minutesAhead(instant, newYork) === -60 * hours) return new Date(instant).toISOString();
  }
  return null;
}
