import { setTimeout as pause } from "node:timers/promises";

/**
 * Runs `work` at most once at a time: calls that come while it runs share its result. A disk that
 * hangs keeps a thread until it answers, so a second call must not begin.
 * @param atMost how many milliseconds a call waits.
 * @returns undefined if the work failed, or has not ended in time.
 */
export function shareWithin<T>(
  work: () => Promise<T>,
  atMost: number,
): () => Promise<T | undefined> {
  let running: Promise<T | undefined> | undefined;
  return () => {
    running ??= work()
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
      });
    return Promise.race([running, pause(atMost, undefined, { ref: false })]);
  };
}
