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
