import type pg from "pg";
import { isLost } from "#server/db/is-away.ts";
import { pruneMonths } from "#server/db/prune-rows.ts";
import { lives } from "#server/retention.ts";

export interface EventOutcome {
  /** How many items changed something or confirmed it; 0 for duplicates and outdated events. */
  applied: number;
  duplicate: boolean;
}

/**
 * Applies an event of the platform in one transaction with its row in the ledger. If the same event
 * arrives again in the meantime, it waits for this one and is then a duplicate. An event that is
 * refused leaves no trace.
 * @param apply returns how many items it applied.
 */
export async function applyOnce(
  pool: pg.Pool,
  event: { id: string; type: string },
  apply: (client: pg.PoolClient) => Promise<number>,
): Promise<EventOutcome> {
  const client = await pool.connect();
  // A broken connection also emits an error here, which ends the process if nobody listens.
  const ignore = () => {};
  client.on("error", ignore);
  try {
    await client.query("begin");
    const { rowCount } = await client.query(
      "insert into platform_events (id, type) values ($1, $2) on conflict do nothing",
      [event.id, event.type],
    );
    const duplicate = rowCount === 0;
    const applied = duplicate ? 0 : await apply(client);
    await client.query("commit");
    client.off("error", ignore);
    client.release();
    return { applied, duplicate };
  } catch (error) {
    // On a silent connection the rollback would wait as long as the statement did.
    const isBroken =
      isLost(error) ||
      (await client.query("rollback").then(
        () => false,
        () => true,
      ));
    client.off("error", ignore);
    client.release(isBroken);
    throw error;
  }
}

export const prunePlatformEvents = pruneMonths(
  "platform_events",
  "received_at < ?",
  lives.platformEvents,
);
