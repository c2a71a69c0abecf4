import { Refusal } from "./http/refusal.ts";

/**
 * Heavy work goes on a few at a time, so that it never takes all of the machine. Whoever finds the
 * line full is refused with 503.
 */
export function createTurns(limits: { atOnce: number; waitingAtMost: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < limits.atOnce) running++;
    else {
      if (waiting.length >= limits.waitingAtMost) {
        throw new Refusal("unavailable", { retryAfter: 5 });
      }
      // The one that leaves hands its place over, so nobody who comes between can take it.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
