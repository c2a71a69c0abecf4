import type { Difference } from "#web/ui/form/conflict-modal.tsx";
import { segmentTimes } from "./segment-times.ts";
import { ofDay, statusWords, type Week, weekdays } from "./week.ts";

/** Describes a day of a week. */
export const writtenDayOf = (week: Week, day: number) =>
  ofDay(week, day)
    .map((segment) => `${segmentTimes(segment)} ${statusWords[segment.status]}`)
    .join(", ");

const changedDays = (week: Week, base: Week) =>
  weekdays
    .map(({ day }) => day)
    .filter((day) => writtenDayOf(week, day) !== writtenDayOf(base, day));

interface WeekValues {
  schedule: Week;
}

/** Merges day by day: changes of different days do not conflict. */
export const weekMerge = {
  isClash: (base: WeekValues, mine: WeekValues, theirs: WeekValues): boolean => {
    const days = changedDays(theirs.schedule, base.schedule);
    return changedDays(mine.schedule, base.schedule).some(
      (day) =>
        days.includes(day) &&
        writtenDayOf(mine.schedule, day) !== writtenDayOf(theirs.schedule, day),
    );
  },
  merged: (base: WeekValues, mine: WeekValues, theirs: WeekValues): WeekValues => {
    const days = changedDays(mine.schedule, base.schedule);
    return {
      schedule: weekdays.flatMap(({ day }) =>
        ofDay((days.includes(day) ? mine : theirs).schedule, day),
      ),
    };
  },
};

/**
 * Compares two weeks: the days on which they differ, for people.
 * @param base the version before both; days that only one side changed are not in question.
 */
export function weekDifferences(mine: Week, theirs: Week, base?: Week): Difference[] {
  const days =
    base && changedDays(theirs, base).filter((day) => changedDays(mine, base).includes(day));
  return weekdays
    .filter(({ day }) => days?.includes(day) ?? true)
    .map(({ day, name }) => ({
      label: name,
      mine: writtenDayOf(mine, day),
      theirs: writtenDayOf(theirs, day),
    }))
    .filter((difference) => difference.mine !== difference.theirs);
}
