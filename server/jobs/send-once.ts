import { pruneRows } from "../db/prune-rows.ts";
import { lives } from "../retention.ts";
import type { Services } from "../services.ts";

/** Longer than a mail server may take: the ledger's row is held while the letter goes out. */
const patience = "60s";

/**
 * Sends something to somebody once, however often its job runs: the row of the sent-ledger stands
 * before the sending and stays only if that went well. A process killed between the two sends at
 * most once more.
 * @param event names what is told, `recipient` whom; together with the channel they are the key.
 * @returns whether it was sent now.
 */
export async function sendOnce(
  { db, clock }: Pick<Services, "db" | "clock">,
  sent: { event: string; recipient: string; channel: "mail" | "push" },
  send: () => Promise<void>,
): Promise<boolean> {
  return db.sql.transaction(async (trx) => {
    await trx.raw(`set local idle_in_transaction_session_timeout = '${patience}'`);
    const mine = await trx("sent_ledger")
      .insert({ ...sent, sent_at: clock() })
      .onConflict(["event", "recipient", "channel"])
      .ignore()
      .returning("event");
    if (mine.length === 0) return false;
    await send();
    return true;
  });
}

/**
 * The same for several at a time, in one transaction: a process killed meanwhile sends each at most
 * once more.
 * @param send answers whether that went well; must not throw.
 * @returns those that had been sent before.
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
    await trx.raw(`set local idle_in_transaction_session_timeout = '${patience}'`);
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
