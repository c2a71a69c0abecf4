import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";

/**
 * Milliseconds. A session that waits for an exclusive lock holds up all sessions that queue behind
 * it, so the wait is too short to be noticed.
 */
const lockWait = 100;
/**
 * Milliseconds: the wait for a further lock, while other sessions wait for a lock that we already
 * hold.
 */
const furtherWait = 20;
const attemptsAtMost = 60;
/** Milliseconds. */
const longestPause = 800;

/**
 * SQLSTATEs of errors after which another attempt may succeed: somebody else has the lock, two
 * transactions wait for each other, a statement took too long, or a stray arrived while its month
 * was being made.
 */
const passing = new Set(["55P03", "40P01", "57014", "23514", "40001"]);

/**
 * Runs `work` in a transaction that may take locks which the portal's statements wait for. It gives
 * up a lock that is not free at once, and tries again. While `work` holds such a lock, it should
 * take at most some 50 ms.
 * @throws the database's error: at once if another attempt cannot help, otherwise after a minute of
 *   attempts.
 */
export async function withBriefLock<T>(
  client: pg.ClientBase,
  work: () => Promise<T>,
  attempts = attemptsAtMost,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`begin; set local lock_timeout = ${lockWait}`);
      const result = await work();
      await client.query("commit");
      return result;
    } catch (error) {
      await client.query("rollback");
      const { code = "" } = error as pg.DatabaseError;
      if (!passing.has(code) || attempt >= attempts) throw error;
      // Random, so that two processes do not collide again.
      await pause(200 + Math.random() * longestPause);
    }
  }
}

/**
 * In `work` of `withBriefLock`: takes the lock of the table that most statements will wait for,
 * without its partitions. Further locks must be free almost at once. If this process freezes, the
 * server ends the transaction.
 */
export async function lockBriefly(client: pg.ClientBase, table: string): Promise<void> {
  await client.query(`
    lock table only ${table} in access exclusive mode;
    set local lock_timeout = ${furtherWait};
    set local idle_in_transaction_session_timeout = 1000;
  `);
}

/** Whether the portal was too busy for all attempts: nothing is wrong, and nothing was changed. */
export const isTooBusy = (error: unknown) => passing.has((error as pg.DatabaseError).code ?? "");
