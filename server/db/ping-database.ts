import type pg from "pg";
import { prepared } from "./connection.ts";
import { queryTimeout } from "./timeouts.ts";

const ping = prepared("ready", "select 1", queryTimeout);

/** @throws if the database does not answer. */
export async function pingDatabase(pool: pg.Pool): Promise<void> {
  await ping(pool, []);
}
