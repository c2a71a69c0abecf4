import { type Week, weekOf } from "#web/features/schedule/week.ts";
import { weekMerge } from "#web/features/schedule/week-merge.ts";
import type { Merged } from "../merge.ts";

interface Schedule {
  schedule: Week;
}

/**
 * Merges an unsent week with the server's, day by day, as the form does.
 * @param base the week in the form's notation. The times in `body` and `current` may be instants.
 */
export function mergeSchedule(base: Week, body: Schedule, current: Schedule): Merged {
  const before = { schedule: base };
  const mine = { schedule: weekOf(body.schedule) };
  const theirs = { schedule: weekOf(current.schedule) };
  const mineFirst = weekMerge.merged(before, mine, theirs);
  const theirsFirst = weekMerge.merged(before, theirs, mine);
  const isNothingLeft = JSON.stringify(theirsFirst) === JSON.stringify(theirs);
  return {
    isClash: weekMerge.isClash(before, mine, theirs),
    mineFirst,
    theirsFirst: isNothingLeft ? null : theirsFirst,
    base: theirs.schedule,
  };
}
