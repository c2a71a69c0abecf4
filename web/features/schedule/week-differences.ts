import type { Difference } from "#web/ui/form/conflict-modal.tsx";
import { segmentTimes } from "./segment-times.ts";
import { ofDay, statusWords, type Week, weekdays } from "./week.ts";
import { changedDays } from "./week-merge.ts";

/** Describes a day of a week. */
export const writtenDayOf = (week: Week, day: number) =>
  ofDay(week, day)
    .map((segment) => `${segmentTimes(segment)} ${statusWords[segment.status]}`)
    .join(", ");

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
