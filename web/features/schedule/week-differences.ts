import type { Difference } from "#web/ui/form/conflict-modal.tsx";
import { segmentTimes } from "./segment-times.ts";
import { ofDay, statusWords, type Week, weekdays } from "./week.ts";
import { changedDays } from "./week-merge.ts";
import { writtenWeeks } from "./weeks-words.ts";

/** Describes a day of a week. @param today from which "this week" and "next week" count. */
export const writtenDayOf = (week: Week, day: number, today: string) =>
  ofDay(week, day)
    .map((segment) => {
      const hours = `${segmentTimes(segment)} ${statusWords[segment.status]}`;
      return segment.weeks ? `${hours} (${writtenWeeks(segment.weeks, today)})` : hours;
    })
    .join(", ");

/**
 * Compares two weeks: the days on which they differ, for people.
 * @param base the version before both; days that only one side changed are not in question.
 */
export function weekDifferences(
  mine: Week,
  theirs: Week,
  today: string,
  base?: Week,
): Difference[] {
  const days =
    base && changedDays(theirs, base).filter((day) => changedDays(mine, base).includes(day));
  return weekdays
    .filter(({ day }) => days?.includes(day) ?? true)
    .map(({ day, name }) => ({
      label: name,
      mine: writtenDayOf(mine, day, today),
      theirs: writtenDayOf(theirs, day, today),
    }))
    .filter((difference) => difference.mine !== difference.theirs);
}
