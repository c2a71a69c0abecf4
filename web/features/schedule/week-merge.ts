import { ofDay, type Week, weekdays } from "./week.ts";

interface WeekValues {
  schedule: Week;
}

const timesOf = (week: Week, day: number) =>
  JSON.stringify(
    ofDay(week, day).map(({ status, from, to, weeks }) => [status, from, to, weeks ?? null]),
  );

export const changedDays = (week: Week, base: Week) =>
  weekdays.map(({ day }) => day).filter((day) => timesOf(week, day) !== timesOf(base, day));

/** Merges day by day: changes of different days do not conflict. */
export const weekMerge = {
  isClash: (base: WeekValues, mine: WeekValues, theirs: WeekValues): boolean => {
    const days = changedDays(theirs.schedule, base.schedule);
    return changedDays(mine.schedule, base.schedule).some(
      (day) => days.includes(day) && timesOf(mine.schedule, day) !== timesOf(theirs.schedule, day),
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
