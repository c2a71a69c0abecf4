import type pg from "pg";
import { prepared, silence } from "./connection.ts";

const ask = prepared("ready", "select 1", silence);

/** @throws if the database does not answer. */
export async function askDatabase(pool: pg.Pool): Promise<void> {
  await ask(pool, []);
}
