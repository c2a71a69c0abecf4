import type pg from "pg";
import { prepared, queryTimeout } from "./connection.ts";

const ask = prepared("ready", "select 1", queryTimeout);

/** @throws if the database does not answer. */
export async function askDatabase(pool: pg.Pool): Promise<void> {
  await ask(pool, []);
}
