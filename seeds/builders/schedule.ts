import type { Knex } from "knex";
import type { Inserted } from "#server/db/table.ts";
import { type Columns, insertRow, type Row } from "./insert.ts";
import { makePsychic } from "./psychic.ts";

export function segmentRow(
  overrides: Columns<"schedule_segments"> & Pick<Row<"schedule_segments">, "psychic_id">,
): Inserted<"schedule_segments"> {
  return { day: 2, number: 1, starts: "18:00", ends: "22:00", status: "A", ...overrides };
}

export async function makeSegment(
  sql: Knex,
  overrides: Columns<"schedule_segments"> = {},
): Promise<Row<"schedule_segments">> {
  const psychicId = overrides.psychic_id ?? (await makePsychic(sql)).user_id;
  return insertRow(sql, "schedule_segments", segmentRow({ ...overrides, psychic_id: psychicId }));
}
