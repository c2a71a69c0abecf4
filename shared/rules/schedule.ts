import { addDays, newYork, newYorkDay, weekday } from "./new-york.ts";

/**
 * One stretch of the week on New York's wall clock: minutes since that day's midnight, 0 to 1439.
 * An end at or before the start is on the next day, so equal ones mean a whole day (D14).
 */
export interface Segment {
  /** 1 Sunday to 7 Saturday; decides the day, whatever the day of an instant on the wire (D13). */
  day: number;
  from: number;
  to: number;
  /** A available, O on alert. */
  status: "A" | "O";
}

/** Times lie on quarter hours, so a day has room for this many segments. */
export const segmentsADay = 96;
export const segmentsAWeek = 7 * segmentsADay;
const quarter = 15;
const dayLength = 1440;

/** What a new segment is (K6): the whole day. */
export const newSegment = { from: 0, to: 0, status: "A" } as const;

export const isQuarterHour = (minutes: number) => minutes % quarter === 0;
export const isOvernight = ({ from, to }: Pick<Segment, "from" | "to">) => to <= from;
export const isAllDay = ({ from, to }: Pick<Segment, "from" | "to">) => from === 0 && to === 0;

export const clockPattern = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** What Date.parse makes of other texts depends on the engine and its zone. */
const instantPattern = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

/** `HH:MM`. */
export function clockTime(minutes: number): string {
  const two = (count: number) => String(count).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/**
 * Minutes since midnight on New York's wall clock, of `HH:MM` or of an ISO instant; seconds are a
 * fraction. NaN for what is neither.
 */
export function wallMinutes(text: string): number {
  const [, hours, minutes] = clockPattern.exec(text) ?? [];
  if (hours !== undefined) return Number(hours) * 60 + Number(minutes);
  const instant = instantPattern.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? Number.NaN : minutesAt(instant);
}

const wallFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: newYork,
  hourCycle: "h23",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
});

function minutesAt(instant: number): number {
  const parts = wallFormat.formatToParts(instant);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const milliseconds = ((instant % 1000) + 1000) % 1000;
  return of("hour") * 60 + of("minute") + (of("second") + milliseconds / 1000) / 60;
}

/** The places (from 0) of the segments that share time with an earlier one of the list. */
export function overlapping(week: readonly Segment[]): number[] {
  const taken = new Set<number>();
  return week.flatMap((segment, place) => {
    const mine = quartersOf(segment);
    const overlaps = mine.some((one) => taken.has(one));
    for (const one of mine) taken.add(one);
    return overlaps ? [place] : [];
  });
}

/** The quarter hours of the week that a segment takes; Saturday's night ends on Sunday. */
function quartersOf({ day, from, to }: Segment): number[] {
  const first = ((day - 1) * dayLength + from) / quarter;
  const length = (to > from ? to - from : to + dayLength - from) / quarter;
  return Array.from({ length }, (_, index) => (first + index) % segmentsAWeek);
}

export type Numbered<S extends Segment = Segment> = S & { number: number };

/**
 * The week in order, each day's segments numbered from 1: by the numbers that they were given, and
 * where those are missing or equal, by their start.
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

/** The Sunday of the week that holds `now`, in New York. */
export function weekOf(now: number | Date): string {
  const today = newYorkDay(now);
  return addDays(today, 1 - weekday(today));
}

type Times = Pick<Segment, "day" | "from" | "to">;

interface Instants {
  from: string;
  to: string;
}

/**
 * A segment's times as instants of the week (Sunday to Saturday, New York) that holds `now`, in
 * ISO 8601. Where this week's clock change skips one of them, both are those of the week after: so
 * each reads back as its wall-clock time (D13), and the end still follows the start (I4).
 * Who keeps an answer for longer than the week gets today's instants from its `wallMinutes`.
 */
export function instantsOf(segment: Times, now: number | Date): Instants {
  return instantsIn(weekOf(now), segment);
}

/** The same for the next time that the segment comes, or for the one that lasts until after `now`. */
export function nextInstantsOf(segment: Times, now: number): Instants {
  const sunday = weekOf(now);
  const times = instantsIn(sunday, segment);
  return Date.parse(times.to) > now ? times : instantsIn(addDays(sunday, 7), segment);
}

function instantsIn(sunday: string, segment: Times): Instants {
  const date = addDays(sunday, segment.day - 1);
  const from = instantOn(date, segment.from);
  const to = instantOn(isOvernight(segment) ? addDays(date, 1) : date, segment.to);
  return from && to ? { from, to } : instantsIn(addDays(sunday, 7), segment);
}

/** Hours that New York is behind UTC, in summer and in winter: the first one wins in autumn. */
const hoursBehind = [4, 5];

/** A day's wall-clock time in ISO 8601; null where the clock change skips it. */
function instantOn(date: string, minutes: number): string | null {
  const wall = Date.parse(`${date}T00:00:00Z`) + minutes * 60_000;
  for (const hours of hoursBehind) {
    const instant = wall + hours * 3_600_000;
    if (newYorkDay(instant) === date && minutesAt(instant) === minutes) {
      return new Date(instant).toISOString();
    }
  }
  return null;
}
