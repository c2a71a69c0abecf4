import type { Knex } from "knex";
import type { Inserted } from "#server/db/table.ts";
import { type Columns, insertRow, type Row } from "./insert.ts";
import { makeUser } from "./user.ts";

export function problemRow(
  overrides: Columns<"problems"> & Pick<Row<"problems">, "user_id">,
): Inserted<"problems"> {
  return {
    category: "Other",
    details: "Something does not work.",
    created_at: new Date(),
    ...overrides,
  };
}

export async function makeProblem(
  sql: Knex,
  overrides: Columns<"problems"> = {},
): Promise<Row<"problems">> {
  const userId = overrides.user_id ?? (await makeUser(sql)).id;
  return insertRow(sql, "problems", problemRow({ ...overrides, user_id: userId }));
}
