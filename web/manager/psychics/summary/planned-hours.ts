import { wallClock } from "#shared/rules/new-york.ts";
import { type PromisedSpan, promisedHours } from "#shared/rules/promised-hours.ts";
import { wallMinutes } from "#shared/rules/schedule.ts";
import type { WrittenException } from "#shared/rules/schedule-exceptions.ts";
import { statusWords, type WeekSegment } from "#web/features/schedule/week.ts";

/** The promised hours of a New York day, from the values of the forms. */
export const plannedHours = (
  week: readonly WeekSegment[],
  exceptions: readonly WrittenException[],
  day: string,
): PromisedSpan[] =>
  promisedHours(
    week.map((segment) => ({
      ...segment,
      from: wallMinutes(segment.from),
      to: wallMinutes(segment.to),
    })),
    exceptions.map(({ starts, ends, ...exception }) => ({
      ...exception,
      times:
        starts === null || ends === null
          ? null
          : { from: wallMinutes(starts), to: wallMinutes(ends) },
    })),
    day,
  );

/** Whether exceptions are about a New York day. */
export const isExceptional = (exceptions: readonly WrittenException[], day: string): boolean =>
  exceptions.some(({ first_day, last_day }) => first_day <= day && day <= last_day);

/** Describes hours: `9:00 AM – 5:00 PM Available, chat only`. */
export const writtenHours = ({ from, to, status, chat }: PromisedSpan): string => {
  const clock = (instant: number) => wallClock(instant).format("h:mm A");
  const words = chat ? `${statusWords[status]}, chat only` : statusWords[status];
  return `${clock(from)} – ${clock(to)} ${words}`;
};
