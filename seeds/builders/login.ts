import type { Knex } from "knex";
import type { Inserted } from "#server/db/table.ts";
import { type Columns, insertRow, type Row } from "./insert.ts";
import { makeUser } from "./user.ts";

/** By default a portal login of one hour that has ended, with its last action at the end. */
export function loginRow(
  overrides: Columns<"logins"> & Pick<Row<"logins">, "user_id">,
): Inserted<"logins"> {
  const start = new Date(overrides.started_at ?? Date.now() - 3_600_000);
  const end =
    overrides.ended_at === undefined ? new Date(start.getTime() + 3_600_000) : overrides.ended_at;
  return {
    source: "portal",
    external_id: null,
    started_at: start,
    last_action_at: end ?? start,
    ended_at: end,
    ...overrides,
  };
}

export async function makeLogin(
  sql: Knex,
  overrides: Columns<"logins"> = {},
): Promise<Row<"logins">> {
  const userId = overrides.user_id ?? (await makeUser(sql)).id;
  return insertRow(sql, "logins", loginRow({ ...overrides, user_id: userId }));
}
