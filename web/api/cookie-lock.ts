import { patience } from "./request-init.ts";

/**
 * Runs `work` under one lock for all tabs. A new password is sent under an `exclusive` lock,
 * because its answer brings the session's new cookie. Checks of the session (`shared`) wait until
 * that cookie has come. Pages without TLS have no locks, and a tab that the system suspends may
 * keep one: then `work` runs without it.
 */
export async function withCookieLock<T>(mode: LockMode, work: () => Promise<T>): Promise<T> {
  if (!("locks" in navigator)) return work();
  let hasLock = false;
  const underLock = () => {
    hasLock = true;
    return work();
  };
  const signal = AbortSignal.timeout(patience);
  return navigator.locks.request("cookie", { mode, signal }, underLock).catch((error) => {
    if (hasLock) throw error;
    return work();
  });
}
