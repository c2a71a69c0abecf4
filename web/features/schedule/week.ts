import { isInWeeks, type MaybeWeeks } from "#shared/rules/alternating-weeks.ts";
import { clockTime, overlapping, type Segment, wallMinutes } from "#shared/rules/schedule.ts";

/** Day 1 is Sunday. */
export const weekdays = [
  { day: 1, name: "Sunday" },
  { day: 2, name: "Monday" },
  { day: 3, name: "Tuesday" },
  { day: 4, name: "Wednesday" },
  { day: 5, name: "Thursday" },
  { day: 6, name: "Friday" },
  { day: 7, name: "Saturday" },
] as const;

/** A time of the week in the form: `from` and `to` are `HH:MM` in New York. */
export interface WeekSegment {
  day: number;
  status: "A" | "O";
  from: string;
  to: string;
  weeks?: MaybeWeeks;
}
export type Week = WeekSegment[];

/** Without a key for every week: the form compares keys, too. */
export const inWeeks = ({ weeks: _, ...segment }: WeekSegment, weeks: MaybeWeeks): WeekSegment =>
  weeks ? { ...segment, weeks } : segment;

export const statusWords = { A: "Available", O: "On Alert" } as const;

/** Converts a week from the API, whose times may be instants, into the values of the form. */
export function weekOf(schedule: readonly WeekSegment[]): Week {
  const clock = (instant: string) => clockTime(wallMinutes(instant));
  return sorted(
    schedule.map(({ day, status, from, to, weeks }) => ({
      day,
      status,
      from: clock(from),
      to: clock(to),
      ...(weeks && { weeks }),
    })),
  );
}

/** Sorts a week in the order in which the server stores it. */
export function sorted(week: readonly WeekSegment[]): Week {
  const weeksOf = ({ weeks }: WeekSegment) => weeks ?? "";
  return [...week].sort(
    (a, b) => a.day - b.day || a.from.localeCompare(b.from) || weeksOf(a).localeCompare(weeksOf(b)),
  );
}

export const ofDay = (week: readonly WeekSegment[], day: number) =>
  week.filter((segment) => segment.day === day);

/** Whether any time is not in every week. */
export const isAlternating = (week: readonly WeekSegment[]) => week.some(({ weeks }) => weeks);

/** The segments that the week of a New York day has. */
export const inWeekOf = (week: readonly WeekSegment[], day: string) =>
  week.filter(({ weeks }) => isInWeeks(weeks, day));

/** Replaces the segments of one day. */
export const withDay = (week: readonly WeekSegment[], day: number, segments: Week): Week => [
  ...week.filter((segment) => segment.day !== day),
  ...segments,
];

/** Copies the times of a day to other days and replaces theirs. */
export const copied = (
  week: readonly WeekSegment[],
  day: number,
  others: readonly number[],
): Week => [
  ...week.filter((segment) => !others.includes(segment.day)),
  ...others.flatMap((other) => ofDay(week, day).map((segment) => ({ ...segment, day: other }))),
];

const inMinutes = ({ from, to, ...segment }: WeekSegment): Segment => ({
  ...segment,
  from: wallMinutes(from),
  to: wallMinutes(to),
});

/** Finds another segment of the week that overlaps this one, even past midnight. */
export function overlapOf(
  week: readonly WeekSegment[],
  segment: WeekSegment,
): WeekSegment | undefined {
  return week.find(
    (other) => other !== segment && overlapping([inMinutes(segment), inMinutes(other)]).length > 0,
  );
}
