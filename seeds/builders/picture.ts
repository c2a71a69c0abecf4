import type { Knex } from "knex";
import { type Columns, insertRow, type Row } from "./insert.ts";
import { makePsychic } from "./psychic.ts";

export function pictureRow(overrides: Columns<"pictures"> & Pick<Row<"pictures">, "user_id">) {
  const name = overrides.user_id.toString(16).padStart(32, "0");
  return { state: "approved" as const, name, created_at: new Date(), ...overrides };
}

export async function makePicture(
  sql: Knex,
  overrides: Columns<"pictures"> = {},
): Promise<Row<"pictures">> {
  const userId = overrides.user_id ?? (await makePsychic(sql)).user_id;
  return insertRow(sql, "pictures", pictureRow({ ...overrides, user_id: userId }));
}
