import type { Connections, Database } from "./connection.ts";
import { isAway } from "./is-away.ts";

/** A query that timed out would take as long on the primary. */
const ranOutOfTime = (error: unknown) => (error as { code?: string }).code === "57014";

/** The replica ended the query because it had to apply a change. */
const isConflict = (error: unknown) => /^40/.test((error as { code?: string }).code ?? "");

/**
 * Runs a query on the replica. Where that fails, or without a replica that is up to date (L11), runs
 * it on the primary.
 */
export async function fromReplica<T>(
  db: Database,
  query: (server: Connections) => Promise<T>,
): Promise<T> {
  const { replica } = db;
  if (!replica?.isUsed()) return query(db);
  try {
    return await query(replica);
  } catch (error) {
    if (ranOutOfTime(error)) throw error;
    if (isAway(error) && !isConflict(error)) replica.setAside();
    return query(db);
  }
}
