import type { Knex } from "knex";
import type { PlatformAnswer } from "#server/adapters/platform.ts";
import { advisoryLocks } from "#server/db/advisory-locks.ts";
import type { Deliveries } from "#server/db/tables.ts";
import type { Services } from "#server/services.ts";
import { sealedPin } from "./tell-platform.ts";

/**
 * Longer than an attempt takes: this process makes one, or waits for the lock while another process
 * makes one.
 */
const transactionTimeout = "30s";

const second = 1000;
/** In milliseconds: the pause doubles from the first to the longest. Retries run once a minute. */
const firstPause = 10 * second;
const longestPause = 3600 * second;
/**
 * In milliseconds: a delivery is given up this long after its first attempt, and the next one
 * follows.
 */
const triedFor = 3 * 86_400 * second;

const openDelivery = { delivered_at: null, given_up_at: null };

/**
 * Sends a psychic's oldest open delivery, if it is due, and records the result. One transaction
 * locks the psychic's deliveries, so that nothing is sent out of order or by two processes. If a
 * process is killed between sending and recording, the next attempt sends the delivery once more,
 * under the same id.
 * @returns whether the next one may follow at once, or why not.
 */
export function deliverNext(
  { db, vault, platform, metrics, clock }: Services,
  psychicId: number,
): Promise<"next" | "nothing due" | "refused" | "away"> {
  return db.sql.transaction(async (trx) => {
    await trx.raw(`set local idle_in_transaction_session_timeout = '${transactionTimeout}';
                   set local statement_timeout = '${transactionTimeout}';
                   set local lock_timeout = '${transactionTimeout}'`);
    await trx.raw("select pg_advisory_xact_lock(?, ?)", [advisoryLocks.delivery, psychicId]);
    const now = clock();
    const delivery = await trx("deliveries")
      .where({ psychic_id: psychicId, ...openDelivery })
      .orderBy("id")
      .first();
    if (!platform || !delivery || Date.parse(delivery.next_attempt_at) > now.getTime()) {
      return "nothing due";
    }
    const message = openMessage(delivery);
    const answer: PlatformAnswer = message
      ? await platform.send(message, now)
      : { outcome: "refused", status: "its PIN cannot be opened" };
    const outcome = await recordAttempt(trx, delivery, answer, now);
    metrics.deliveries.inc({ type: delivery.type, outcome });
    return answer.outcome === "taken" || outcome === "given_up" ? "next" : answer.outcome;
  });

  /** Decrypts the PIN, only for sending. */
  function openMessage({ message_id: id, type, created_at, data, pin_sealed }: Deliveries) {
    const message = { id, type, timestamp: created_at, data };
    if (!pin_sealed) return message;
    try {
      return { ...message, data: { ...data, pin: vault.open(pin_sealed, sealedPin(psychicId)) } };
    } catch {
      return undefined;
    }
  }
}

async function recordAttempt(
  trx: Knex,
  { id, attempts, first_attempt_at }: Deliveries,
  { outcome, status }: PlatformAnswer,
  now: Date,
): Promise<"delivered" | "failed" | "given_up"> {
  const first = first_attempt_at === null ? now : new Date(first_attempt_at);
  const isTaken = outcome === "taken";
  const isGivenUp = !isTaken && now.getTime() - first.getTime() >= triedFor;
  const pause = Math.min(firstPause * 2 ** Math.min(attempts, 20), longestPause);
  await trx("deliveries")
    .where({ id })
    .update({
      attempts: attempts + 1,
      first_attempt_at: first,
      last_status: status,
      ...(isTaken && { delivered_at: now }),
      ...(isGivenUp && { given_up_at: now }),
      ...(!isTaken && { next_attempt_at: new Date(now.getTime() + pause) }),
    });
  if (isTaken) return "delivered";
  return isGivenUp ? "given_up" : "failed";
}
