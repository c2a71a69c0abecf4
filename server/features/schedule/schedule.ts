import type { Knex } from "knex";
import { applyListQuery, countRows, type ListOrder } from "#server/queries/list-query.ts";
import type { ListQuery } from "#shared/fields.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { firstSundays, nextSunday, type Weeks } from "#shared/rules/alternating-weeks.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
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
  weeks: Weeks | null;
}

const order: ListOrder<Exclude<keyof ScheduleSegment, "weeks">> = {
  columns: { day: "day", number: "number", status: "status", from: "starts", to: "ends" },
  first: { sort: "day", order: "asc" },
  id: "day, number",
};

/** The week in New York wall-clock time, in order unless the query says otherwise. */
async function readWeek(sql: Knex, psychicId: number, query: ListQuery = {}) {
  const rows: SegmentRow[] = await sql("schedule_segments")
    .where({ psychic_id: psychicId })
    .modify(applyListQuery(query, order))
    .select("day", "number", "status", "starts", "ends", "weeks");
  return rows.map(({ starts, ends, weeks, ...segment }) => ({
    ...segment,
    ...(weeks && { weeks }),
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

/** A segment as it is stored and told: `from` and `to` are `HH:MM`, New York time. */
export const plainSegment = ({ day, number, status, from, to, weeks }: Numbered) => ({
  ...{ day, number, status },
  ...{ from: clockTime(from), to: clockTime(to) },
  weeks: weeks ?? null,
});

type PlainWeek = ReturnType<typeof plainSegment>[];

const readPlainWeek = async (sql: Knex, psychicId: number): Promise<PlainWeek> =>
  (await readWeek(sql, psychicId)).map(plainSegment);

/**
 * A week for the platform: in `schedule` the hours of every week, which receivers that know no other
 * hours may rely on, and in `alternating` the hours of every second week, counted from
 * `first_sunday`. Without `alternating`, no hours alternate (D74).
 */
export function weekForPlatform(week: PlainWeek) {
  const alternating = week.flatMap(({ weeks, ...segment }) =>
    weeks ? [{ ...segment, first_sunday: firstSundays[weeks] }] : [],
  );
  return {
    schedule: week.filter(({ weeks }) => !weeks).map(({ weeks: _, ...segment }) => segment),
    ...(alternating.length > 0 && { alternating }),
  };
}

/** The stored week for the platform. */
export const readWeekForPlatform = async (sql: Knex, psychicId: number) =>
  weekForPlatform(await readPlainWeek(sql, psychicId));

/**
 * The difference between two weeks, each segment as `2 09:00-17:00 A`: the trail does not store
 * whole weeks (C4). The next Sunday of its weeks follows if the segment alternates. Numbers only
 * order the segments of a day, so they are left out.
 */
export function weekDifference({ from, to }: { from: PlainWeek; to: PlainWeek }, now: Date) {
  const today = newYorkDay(now);
  const lines = (week: PlainWeek) =>
    new Set(
      week.map(({ day, from, to, status, weeks }) =>
        [`${day} ${from}-${to} ${status}`, ...(weeks ? [nextSunday(weeks, today)] : [])].join(" "),
      ),
    );
  const [before, after] = [lines(from), lines(to)];
  return {
    removed: [...before].filter((line) => !after.has(line)),
    added: [...after].filter((line) => !before.has(line)),
  };
}

/** Replaces the week. @returns the previous and the new week. */
export async function replaceWeek(sql: Knex, psychicId: number, week: readonly Numbered[]) {
  const from = await readPlainWeek(sql, psychicId);
  const to = week.map(plainSegment);
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
