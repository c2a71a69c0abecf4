import type { RequestOf, ResponseOf } from "#shared/http/endpoint.ts";
import type { scheduleEndpoints } from "#shared/schedule.ts";
import { weekdays, weekOf } from "#web/features/schedule/week.ts";
import { weekDifferences, writtenDayOf } from "#web/features/schedule/week-differences.ts";
import type { Edit } from "../entry.ts";
import type { Line } from "./thing.ts";

type Body = RequestOf<typeof scheduleEndpoints.updateSchedule>["body"];
type Schedule = ResponseOf<typeof scheduleEndpoints.getSchedule>;

export function lines(body: Body, _: Edit, current: Schedule | undefined): Line[] {
  const mine = weekOf(body.schedule);
  if (current) return weekDifferences(mine, weekOf(current.schedule));
  return weekdays.map(({ day, name }) => ({ label: name, mine: writtenDayOf(mine, day) }));
}

export const draft = {
  form: "schedule",
  values: (body: Body) => ({ schedule: weekOf(body.schedule) }),
};
