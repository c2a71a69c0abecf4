import type { Knex } from "knex";
import { z } from "zod";
import { tellPlatformLater } from "#server/features/platform/tell-platform.ts";
import { plainSegment, weekForPlatform } from "#server/features/schedule/schedule.ts";
import { raiseVersions } from "#server/http/versions.ts";
import { overlapping, type Segment, segmentsADay, wallMinutes } from "#shared/rules/schedule.ts";
import { overlaps, segmentFields, tooManyOnDay } from "#shared/schedule-fields.ts";
import { type ImportKind, type Outcome, refusedRow } from "../import-kind.ts";
import {
  lockPsychics,
  nameOf,
  namesOnePsychic,
  noSuchPsychic,
  psychicColumns,
  psychicNames,
  withPsychics,
} from "../named-psychics.ts";

const { day, status, from, to, weeks } = segmentFields;

const schema = z
  .strictObject({ ...psychicNames, day, status, from, to, weeks })
  .refine(...namesOnePsychic);
type ScheduleRow = z.infer<typeof schema>;

/** A week with its segments in the order in which they are numbered. */
type Week = (Segment & { number: number; isNew?: true })[];

/**
 * Each row adds a time to its psychic's week (D13). The times of a day keep the order of their
 * rows. A time that overlaps another one is refused (D14).
 */
export const schedules: ImportKind<ScheduleRow> = {
  name: "schedules",
  format: { schema, oneOf: psychicColumns },
  portionRows: 2_000,
  touches: (row) => [nameOf(row)],

  async store({ sql, vault, now }, rows) {
    const given = await withPsychics(sql, rows);
    const weeks = await readWeeks(sql, [
      ...new Set(given.flatMap(({ psychicId }) => psychicId ?? [])),
    ]);
    const outcomes = given.map((row): Outcome => {
      const week = row.psychicId === undefined ? undefined : weeks.get(row.psychicId);
      return week ? addTo(week, row) : refusedRow(noSuchPsychic(row));
    });
    const changed = [...weeks].filter(([, week]) => week.some(({ isNew }) => isNew));
    if (changed.length === 0) return outcomes;
    await insertNew(sql, changed);
    await raiseVersions(
      sql,
      "schedule",
      changed.map(([psychicId]) => psychicId),
    );
    const news = changed.map(([psychicId, week]) => ({
      psychicId,
      type: "schedule.changed" as const,
      data: weekForPlatform(inOrder(week).map(plainSegment)),
    }));
    await tellPlatformLater({ sql, vault }, news, now);
    return outcomes;
  },
};

function addTo(week: Week, row: ScheduleRow): Outcome {
  const { day, status, from, to } = row;
  const segment = { day, status, from, to, weeks: row.weeks ?? null };
  const isEqual = (other: Segment) =>
    other.day === day &&
    other.status === status &&
    other.from === from &&
    other.to === to &&
    (other.weeks ?? null) === segment.weeks;
  if (week.some(isEqual)) return "known";
  if (overlapping([...week, segment]).includes(week.length)) {
    return refusedRow(`from: ${overlaps}`);
  }
  const numbers = week.filter((other) => other.day === day).map(({ number }) => number);
  const number = Math.max(0, ...numbers) + 1;
  if (number > segmentsADay) return refusedRow(`day: ${tooManyOnDay}`);
  week.push({ ...segment, number, isNew: true });
  return "stored";
}

/** The weeks of psychics, who stay locked until the transaction ends. */
async function readWeeks(sql: Knex, ids: readonly number[]): Promise<Map<number, Week>> {
  await lockPsychics(sql, ids);
  const rows = await sql("schedule_segments")
    .whereRaw("psychic_id = any (?::integer[])", [[...ids]])
    .orderBy(["psychic_id", "day", "number"])
    .select("psychic_id", "day", "number", "starts", "ends", "status", "weeks");
  const stored = new Map<number, Week>(ids.map((id) => [id, []]));
  for (const { psychic_id, day, number, starts, ends, status, weeks } of rows) {
    const [from, to] = [starts, ends].map((time) => wallMinutes(time.slice(0, 5)));
    stored.get(psychic_id)?.push({ day, number, status, weeks, from: from ?? 0, to: to ?? 0 });
  }
  return stored;
}

const inOrder = (week: Week) =>
  week.toSorted((one, other) => one.day - other.day || one.number - other.number);

async function insertNew(sql: Knex, weeks: readonly [number, Week][]): Promise<void> {
  const rows = weeks.flatMap(([psychic_id, week]) =>
    week.filter(({ isNew }) => isNew).map((segment) => ({ psychic_id, ...plainSegment(segment) })),
  );
  await sql.raw(
    `insert into schedule_segments (psychic_id, day, number, starts, ends, status, weeks)
     select psychic_id, day, number, "from", "to", status, weeks
       from json_to_recordset(?) as s (psychic_id integer, day smallint, number smallint,
         "from" time, "to" time, status text, weeks text)`,
    [JSON.stringify(rows)],
  );
}
