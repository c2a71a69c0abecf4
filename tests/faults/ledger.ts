import type { Knex } from "knex";
import type { Told } from "./phone.ts";

/** The effect of a fault according to the database. */
export interface Result {
  /** How many reports the app said were saved. */
  taken: number;
  /** How many reports the form refused. */
  refused: number;
  lost: number;
  twice: number;
  wrongPerson: number;
  /** How many writes the fault affected, or how often it happened. */
  faults: number;
}

/**
 * Holds what a user was told against the rows of the database: each report that was taken is there
 * once, under its own user, and every one that is there has a key of its own.
 */
export async function auditReports(
  sql: Knex,
  userId: number,
  told: readonly Told[],
): Promise<Omit<Result, "faults">> {
  const taken = told.filter(({ isTaken }) => isTaken);
  const texts = told.map(({ text }) => text);
  const rows: { details: string; user_id: number }[] = await sql("problems")
    .whereIn("details", texts)
    .select("details", "user_id");
  const mine = rows.filter(({ user_id }) => user_id === userId);
  const counts = Map.groupBy(mine, ({ details }) => details);
  const keys = await sql("idempotency_keys").where({ user_id: userId }).select("key");
  const doubled = [...counts.values()].reduce((sum, { length }) => sum + length - 1, 0);
  const all = await sql("problems").where({ user_id: userId }).select("id");
  return {
    taken: taken.length,
    refused: told.length - taken.length,
    lost: taken.filter(({ text }) => !counts.has(text)).length,
    // A report without a key of its own could be stored twice.
    twice: Math.max(doubled, all.length - keys.length),
    wrongPerson: rows.length - mine.length,
  };
}
