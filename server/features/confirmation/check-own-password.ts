import { verifyPassword } from "#server/crypto/passwords.ts";
import type { Database } from "#server/db/connection.ts";
import type { Viewer } from "#server/http/handler.ts";
import type { Limits } from "#server/http/limits.ts";
import { invalid } from "#server/http/refusal.ts";
import { readPasswordHash } from "../sessions/passwords.ts";

/** Limits guesses as sign-in does, also for managers: a stranger may have a manager's session. */
const guessLimit = { bucket: "own-password", points: 10, seconds: 900 };

/**
 * Checks the signed-in user's password. A right one takes no point.
 * @param path the field of the password.
 * @throws Refusal 422 at `path` for a wrong password, 429 after too many.
 */
export async function checkOwnPassword(
  { db, limits, viewer }: { db: Database; limits: Limits; viewer: Viewer },
  path: string,
  given: string,
): Promise<void> {
  const key = String(viewer.userId);
  await limits.take(guessLimit, key);
  let isWrong = false;
  try {
    const present = await readPasswordHash(db.sql, viewer.userId);
    // Passwords are trimmed when they are set (D10).
    isWrong = !(await verifyPassword(present, given.trim(), { isKnown: true }));
    if (isWrong) throw invalid(path, "Password is not correct");
  } finally {
    if (!isWrong) await limits.giveBack(guessLimit, key).catch(() => {});
  }
}
