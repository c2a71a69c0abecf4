import { pruneRows } from "../db/prune-rows.ts";
import { lives } from "../retention.ts";
import type { Services } from "../services.ts";

/** Longer than a mail server may take: the transaction is open while the letter is sent. */
const idleTimeout = "60s";

/**
 * Sends something once, however often its job runs. The row of the sent ledger is inserted before
 * sending and committed only if sending succeeded. If the process is killed before the commit, the
 * next run may send it once more.
 * @param sent the key of the row.
 * @returns whether it was sent now.
 */
export async function sendOnce(
  { db, clock }: Pick<Services, "db" | "clock">,
  sent: { event: string; recipient: string; channel: "mail" | "push" },
  send: () => Promise<void>,
): Promise<boolean> {
  return db.sql.transaction(async (trx) => {
    await trx.raw(`set local idle_in_transaction_session_timeout = '${idleTimeout}'`);
    const inserted = await trx("sent_ledger")
      .insert({ ...sent, sent_at: clock() })
      .onConflict(["event", "recipient", "channel"])
      .ignore()
      .returning("event");
    if (inserted.length === 0) return false;
    await send();
    return true;
  });
}

/**
 * The same for several items in one transaction. If the process is killed before the commit, the
 * next run may send each once more.
 * @param send returns whether it succeeded; must not throw.
 * @returns the items that had been sent earlier.
 */
export async function sendEachOnce<T extends { event: string; recipient: string }>(
  { db, clock }: Pick<Services, "db" | "clock">,
  channel: "mail" | "push",
  items: readonly T[],
  send: (item: T) => Promise<boolean>,
): Promise<T[]> {
  const keyOf = ({ event, recipient }: { event: string; recipient: string }) =>
    JSON.stringify([event, recipient]);
  return db.sql.transaction(async (trx) => {
    await trx.raw(`set local idle_in_transaction_session_timeout = '${idleTimeout}'`);
    const rows: { event: string; recipient: string }[] = await trx("sent_ledger")
      .insert(
        items.map(({ event, recipient }) => ({ event, recipient, channel, sent_at: clock() })),
      )
      .onConflict(["event", "recipient", "channel"])
      .ignore()
      .returning(["event", "recipient"]);
    const mine = new Set(rows.map(keyOf));
    const [now, before] = [true, false].map((isMine) =>
      items.filter((item) => mine.has(keyOf(item)) === isMine),
    ) as [T[], T[]];
    const failed = await Promise.all(now.map(async (item) => ((await send(item)) ? [] : [item])));
    const keys = failed.flat().map(({ event, recipient }) => [event, recipient, channel]);
    if (keys.length > 0) {
      await trx("sent_ledger").whereIn(["event", "recipient", "channel"], keys).delete();
    }
    return before;
  });
}

export const pruneLedger = pruneRows("sent_ledger", "sent_at < ?", lives.sentLedger);
