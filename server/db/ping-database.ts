import type pg from "pg";
import { prepared, queryTimeout } from "./connection.ts";

const ping = prepared("ready", "select 1", queryTimeout);

/** @throws if the database does not answer. */
export async function pingDatabase(pool: pg.Pool): Promise<void> {
  await ping(pool, []);
}
