import type pg from "pg";
import type { Database } from "./connection.ts";
import { isAway } from "./is-away.ts";

/** After a replica did not answer, send it no queries for this long (ms). */
const pause = 10_000;
const awayUntil = new WeakMap<pg.Pool, number>();

/** A query that timed out would take as long on the primary. */
const ranOutOfTime = (error: unknown) => (error as { code?: string }).code === "57014";

/** Runs a query on the replica, or on the primary if there is none or it does not answer (L11). */
export async function fromReplica<T>(
  { pool, readPool }: Pick<Database, "pool" | "readPool">,
  query: (pool: pg.Pool) => Promise<T>,
): Promise<T> {
  if (readPool === pool || Date.now() < (awayUntil.get(readPool) ?? 0)) return query(pool);
  try {
    return await query(readPool);
  } catch (error) {
    if (!isAway(error) || ranOutOfTime(error)) throw error;
    awayUntil.set(readPool, Date.now() + pause);
    return query(pool);
  }
}
