import type { Knex } from "knex";
import type { Told } from "./phone.ts";

/** What a fault did, by the server's own books. */
export interface Result {
  /** What somebody was told is taken. */
  taken: number;
  /** What the form refused to take, and kept. */
  refused: number;
  lost: number;
  twice: number;
  wrongPerson: number;
  /** Writes that the fault hurt, or how often it struck. */
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
    // An effect without a key of its own could be repeated.
    twice: Math.max(doubled, all.length - keys.length),
    wrongPerson: rows.length - mine.length,
  };
}
