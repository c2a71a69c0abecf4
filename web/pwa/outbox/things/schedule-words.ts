import type { RequestOf, ResponseOf } from "#shared/http/endpoint.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import type { scheduleEndpoints } from "#shared/schedule.ts";
import { type Week, weekdays, weekOf } from "#web/features/schedule/week.ts";
import { weekDifferences, writtenDayOf } from "#web/features/schedule/week-differences.ts";
import type { Edit } from "../entry.ts";
import type { Line } from "./thing.ts";

type Body = RequestOf<typeof scheduleEndpoints.updateSchedule>["body"];
type Schedule = ResponseOf<typeof scheduleEndpoints.getSchedule>;

const orNone = (day: string) => day || "Unavailable";

/**
 * The days that the edit changes; in a conflict, those that both sides changed. An edit of an older
 * release may not contain the week as it was before the edit. Then the lines are all days, or in a
 * conflict those that differ.
 */
export function lines(body: Body, { about, base }: Edit, current: Schedule | undefined): Line[] {
  const mine = weekOf(body.schedule);
  const today = newYorkDay(Date.now());
  if (current) {
    return weekDifferences(mine, weekOf(current.schedule), today, base && JSON.parse(base));
  }
  if (about !== undefined) {
    const before: Week = JSON.parse(about);
    return weekDifferences(mine, before, today).map((day) => ({
      label: day.label,
      mine: `${orNone(day.mine)}\nBefore: ${orNone(day.theirs)}`,
    }));
  }
  return weekdays.map(({ day, name }) => ({ label: name, mine: writtenDayOf(mine, day, today) }));
}

export const draft = {
  form: "schedule",
  values: (body: Body) => ({ schedule: weekOf(body.schedule) }),
};
