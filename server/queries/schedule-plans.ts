import type pg from "pg";
import { prepared } from "#server/db/connection.ts";
import type { Weeks } from "#shared/rules/alternating-weeks.ts";
import { addDays, weekday } from "#shared/rules/new-york.ts";
import type {
  ExceptionKind,
  PlannedException,
  PlannedSegment,
} from "#shared/rules/promised-hours.ts";
import { wallMinutes } from "#shared/rules/schedule.ts";

/** What decides on a psychic's promised hours of some days. */
export interface SchedulePlan {
  week: PlannedSegment[];
  exceptions: PlannedException[];
}

interface PlanRow {
  psychic_id: number;
  /** Null for a segment of the week. */
  kind: ExceptionKind | null;
  day: number | null;
  status: "A" | "O" | null;
  /** Null also for a segment of every week. */
  weeks: Weeks | null;
  first_day: string | null;
  last_day: string | null;
  /** `HH:MM`, New York time. */
  starts: string | null;
  ends: string | null;
}

const plansOf = prepared<PlanRow>(
  "schedule-plans",
  `select psychic_id, null as kind, day, status, weeks, null::date as first_day, null::date as last_day,
          to_char(starts, 'HH24:MI') as starts, to_char(ends, 'HH24:MI') as ends
     from schedule_segments
    where psychic_id = any ($1::integer[]) and day = any ($2::smallint[])
   union all
   select psychic_id, kind, null, null, null, first_day, last_day,
          to_char(starts, 'HH24:MI'), to_char(ends, 'HH24:MI')
     from schedule_exceptions
    where psychic_id = any ($1::integer[]) and last_day >= $3::date and first_day <= $4::date`,
);

/**
 * The plans of these psychics for `promisedHours` on these New York days. Psychics without any are
 * missing.
 * @param days following days, in order.
 */
export async function readSchedulePlans(
  client: pg.Pool | pg.PoolClient,
  ids: readonly number[],
  days: readonly [first: string, ...rest: string[]],
): Promise<Map<number, SchedulePlan>> {
  // A night's hours begin on the day before.
  const before = addDays(days[0], -1);
  const weekdays = [before, ...days].map(weekday);
  const plans = new Map<number, SchedulePlan>();
  for (const row of await plansOf(client, [ids, weekdays, before, days.at(-1)])) {
    const plan = plans.get(row.psychic_id) ?? { week: [], exceptions: [] };
    plans.set(row.psychic_id, plan);
    const { kind, day, status, weeks, first_day, last_day, starts, ends } = row;
    const times =
      starts === null || ends === null
        ? null
        : { from: wallMinutes(starts), to: wallMinutes(ends) };
    if (day !== null && status && times) plan.week.push({ day, status, weeks, ...times });
    else if (kind && first_day && last_day) {
      plan.exceptions.push({ kind, first_day, last_day, times });
    }
  }
  return plans;
}
