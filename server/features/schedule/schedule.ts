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
  /** `HH:MM:SS` of New York. */
  starts: string;
  ends: string;
}

const order: ListOrder<keyof ScheduleSegment> = {
  columns: { day: "day", number: "number", status: "status", from: "starts", to: "ends" },
  first: { sort: "day", order: "asc" },
  id: "day, number",
};

/** The week on New York's wall clock; in order, unless a query says otherwise. */
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

/** The schedule as it goes over the wire: instants of the week that holds `now`. */
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

/** A week as others are told it: `from` and `to` are `HH:MM` of New York. */
const toldWeek = (week: readonly Numbered[]) =>
  week.map(({ day, number, status, from, to }) => ({
    day,
    number,
    status,
    from: clockTime(from),
    to: clockTime(to),
  }));

type ToldWeek = ReturnType<typeof toldWeek>;

/**
 * What differs between two weeks, each segment as `2 09:00-17:00 A`: the trail keeps no whole weeks
 * (C4). Numbers only say the order within a day.
 */
export function weekDifference({ from, to }: { from: ToldWeek; to: ToldWeek }) {
  const lines = (week: ToldWeek) =>
    new Set(week.map((one) => `${one.day} ${one.from}-${one.to} ${one.status}`));
  const [before, after] = [lines(from), lines(to)];
  return {
    removed: [...before].filter((line) => !after.has(line)),
    added: [...after].filter((line) => !before.has(line)),
  };
}

/** Puts a week in the place of the one before, and returns that, both as others are told them. */
export async function replaceWeek(sql: Knex, psychicId: number, week: readonly Numbered[]) {
  const from = toldWeek(await readWeek(sql, psychicId));
  const to = toldWeek(week);
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
