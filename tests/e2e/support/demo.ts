import type { Knex } from "knex";
import { oneRow } from "#server/db/one-row.ts";

/** The id of a demo user. */
export const demoUserId = async (sql: Knex, username: string): Promise<number> =>
  (await oneRow(sql("users").where({ username }).first("id"))).id;
