import type { Knex } from "knex";
import type { Report } from "./phone.ts";

/** The effect of a fault according to the database. */
export interface Result {
  /** How many reports the app said were saved. */
  saved: number;
  /** How many reports the form refused. */
  refused: number;
  lost: number;
  twice: number;
  wrongPerson: number;
  /** How many writes the fault affected, or how often it happened. */
  faults: number;
}

/**
 * Compares the reports that the form called saved with the rows of the database. Each must be
 * stored once, under its own user and with its own key.
 */
export async function auditReports(
  sql: Knex,
  userId: number,
  reports: readonly Report[],
): Promise<Omit<Result, "faults">> {
  const saved = reports.filter(({ isSaved }) => isSaved);
  const texts = reports.map(({ text }) => text);
  const rows: { details: string; user_id: number }[] = await sql("problems")
    .whereIn("details", texts)
    .select("details", "user_id");
  const mine = rows.filter(({ user_id }) => user_id === userId);
  const counts = Map.groupBy(mine, ({ details }) => details);
  const keys = await sql("idempotency_keys").where({ user_id: userId }).select("key");
  const doubled = [...counts.values()].reduce((sum, { length }) => sum + length - 1, 0);
  const all = await sql("problems").where({ user_id: userId }).select("id");
  return {
    saved: saved.length,
    refused: reports.length - saved.length,
    lost: saved.filter(({ text }) => !counts.has(text)).length,
    // A report without its own key could be stored twice.
    twice: Math.max(doubled, all.length - keys.length),
    wrongPerson: rows.length - mine.length,
  };
}
