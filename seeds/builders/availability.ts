import type { Knex } from "knex";
import { type Columns, insertRow, type Row } from "./insert.ts";
import { makePsychic } from "./psychic.ts";

export async function makeAvailability(
  sql: Knex,
  overrides: Columns<"availability"> = {},
): Promise<Row<"availability">> {
  const psychicId = overrides.psychic_id ?? (await makePsychic(sql)).user_id;
  return insertRow(sql, "availability", {
    code: "A",
    at: new Date(),
    ...overrides,
    psychic_id: psychicId,
  });
}
