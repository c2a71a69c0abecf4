import type { Connections, Database } from "./connection.ts";
import { isAway } from "./is-away.ts";

/** A query that timed out would take as long on the primary. */
const ranOutOfTime = (error: unknown) => (error as { code?: string }).code === "57014";

/** The replica ended the query because it had to apply a change. */
const isConflict = (error: unknown) => /^40/.test((error as { code?: string }).code ?? "");

/**
 * Runs a query on the replica. Runs it on the primary if no replica is up to date (L11) or if the
 * replica fails. A query that the replica ended because it took too long does not run again.
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
