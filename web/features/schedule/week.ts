import { clockTime, overlapping, type Segment, wallMinutes } from "#shared/rules/schedule.ts";
import type { ScheduleSegment } from "#shared/schedule.ts";

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

/** A stretch of the week as the form holds it: `from` and `to` are `HH:MM` of New York. */
export interface WeekSegment {
  day: number;
  status: "A" | "O";
  from: string;
  to: string;
}
export type Week = WeekSegment[];

export const statusWords = { A: "Available", O: "On Alert" } as const;

/** A week of the wire as the form holds it. */
export function weekOf(schedule: readonly Omit<ScheduleSegment, "number">[]): Week {
  const clock = (instant: string) => clockTime(wallMinutes(instant));
  return sorted(
    schedule.map(({ day, status, from, to }) => ({
      day,
      status,
      from: clock(from),
      to: clock(to),
    })),
  );
}

/** In the order in which it is kept. */
export function sorted(week: readonly WeekSegment[]): Week {
  return [...week].sort((a, b) => a.day - b.day || a.from.localeCompare(b.from));
}

export const ofDay = (week: readonly WeekSegment[], day: number) =>
  week.filter((segment) => segment.day === day);

/** The week with other segments on one of its days. */
export const withDay = (week: readonly WeekSegment[], day: number, segments: Week): Week => [
  ...week.filter((segment) => segment.day !== day),
  ...segments,
];

/** The week with the times of a day on others too, in the place of theirs. */
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

/** Another segment of the week that shares time with this one, also one past midnight. */
export function overlapOf(
  week: readonly WeekSegment[],
  segment: WeekSegment,
): WeekSegment | undefined {
  return week.find(
    (other) => other !== segment && overlapping([inMinutes(segment), inMinutes(other)]).length > 0,
  );
}
