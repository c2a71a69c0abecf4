import type { Difference } from "#web/ui/form/conflict-modal.tsx";
import { segmentTimes } from "./segment-times.ts";
import { ofDay, statusWords, type Week, weekdays } from "./week.ts";

/** A day of a week in words. */
export const writtenDayOf = (week: Week, day: number) =>
  ofDay(week, day)
    .map((segment) => `${segmentTimes(segment)} ${statusWords[segment.status]}`)
    .join(", ");

/** Two weeks side by side, in words: the days on which they differ. */
export function weekDifferences(mine: Week, theirs: Week): Difference[] {
  return weekdays
    .map(({ day, name }) => ({
      label: name,
      mine: writtenDayOf(mine, day),
      theirs: writtenDayOf(theirs, day),
    }))
    .filter((difference) => difference.mine !== difference.theirs);
}
