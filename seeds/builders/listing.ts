import type { Knex } from "knex";
import type { Inserted } from "#server/db/table.ts";
import { type Columns, insertRow, type Row } from "./insert.ts";
import { makePsychic } from "./psychic.ts";

export function listingRow(
  overrides: Columns<"listings"> & Pick<Row<"listings">, "psychic_id">,
): Inserted<"listings"> {
  return {
    status: "Approved",
    sales_pitch: "Honest answers about love and work",
    body: "<p>I have read the tarot for twenty years.</p>",
    categories: [26, 25],
    ...overrides,
  };
}

export async function makeListing(
  sql: Knex,
  overrides: Columns<"listings"> = {},
): Promise<Row<"listings">> {
  const psychicId = overrides.psychic_id ?? (await makePsychic(sql)).user_id;
  return insertRow(sql, "listings", listingRow({ ...overrides, psychic_id: psychicId }));
}
