import type { Knex } from "knex";
import { applyListQuery, countRows, type ListOrder } from "#server/queries/list-query.ts";
import type { ListQuery } from "#shared/fields.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { clockTime, instantsOf, type Numbered, wallMinutes } from "#shared/rules/schedule.ts";
import type { ScheduleSegment, scheduleEndpoints } from "#shared/schedule.ts";

type Schedule = ResponseOf<typeof scheduleEndpoints.getSchedule>;

interface SegmentRow {
  day: number;
  number: number;
  status: "A" | "O";
  /** `HH:MM:SS`, New York time. */
  starts: string;
  ends: string;
}

const order: ListOrder<keyof ScheduleSegment> = {
  columns: { day: "day", number: "number", status: "status", from: "starts", to: "ends" },
  first: { sort: "day", order: "asc" },
  id: "day, number",
};

/** The week in New York wall-clock time, in order unless the query says otherwise. */
async function readWeek(sql: Knex, psychicId: number, query: ListQuery = {}) {
  const rows: SegmentRow[] = await sql("schedule_segments")
    .where({ psychic_id: psychicId })
    .modify(applyListQuery(query, order))
    .select("day", "number", "status", "starts", "ends");
  return rows.map(({ starts, ends, ...segment }) => ({
    ...segment,
    from: wallMinutes(starts.slice(0, 5)),
    to: wallMinutes(ends.slice(0, 5)),
  }));
}

/** The schedule as it goes over the wire: instants of the week that contains `now`. */
export async function readSchedule(
  sql: Knex,
  psychicId: number,
  now: Date,
  query: ListQuery = {},
): Promise<Schedule> {
  const week = await readWeek(sql, psychicId, query);
  return {
    schedule: week.map((segment) => ({ ...segment, ...instantsOf(segment, now) })),
    total: await countRows(sql("schedule_segments").where({ psychic_id: psychicId })),
  };
}

/** A week for the platform and the audit trail: `from` and `to` are `HH:MM`, New York time. */
const plainWeek = (week: readonly Numbered[]) =>
  week.map(({ day, number, status, from, to }) => ({
    day,
    number,
    status,
    from: clockTime(from),
    to: clockTime(to),
  }));

type PlainWeek = ReturnType<typeof plainWeek>;

/** The stored week for the platform. */
export const readPlainWeek = async (sql: Knex, psychicId: number): Promise<PlainWeek> =>
  plainWeek(await readWeek(sql, psychicId));

/**
 * The difference between two weeks, each segment as `2 09:00-17:00 A`: the trail does not store
 * whole weeks (C4). Numbers only order the segments of a day, so they are left out.
 */
export function weekDifference({ from, to }: { from: PlainWeek; to: PlainWeek }) {
  const lines = (week: PlainWeek) =>
    new Set(week.map(({ day, from, to, status }) => `${day} ${from}-${to} ${status}`));
  const [before, after] = [lines(from), lines(to)];
  return {
    removed: [...before].filter((line) => !after.has(line)),
    added: [...after].filter((line) => !before.has(line)),
  };
}

/** Replaces the week. @returns the previous and the new week. */
export async function replaceWeek(sql: Knex, psychicId: number, week: readonly Numbered[]) {
  const from = await readPlainWeek(sql, psychicId);
  const to = plainWeek(week);
  await sql("schedule_segments").where({ psychic_id: psychicId }).delete();
  if (to.length > 0) {
    await sql("schedule_segments").insert(
      to.map(({ from, to, ...segment }) => ({
        ...segment,
        psychic_id: psychicId,
        starts: from,
        ends: to,
      })),
    );
  }
  return { from, to };
}
