import { setTimeout as pause } from "node:timers/promises";

const patience = 30_000;
const between = 100;

/**
 * Repeats the attempt until it returns something other than undefined, null or false, without an
 * error.
 */
export async function until<T>(
  what: string,
  attempt: () => Promise<T | undefined | null | false>,
): Promise<T> {
  const end = performance.now() + patience;
  let last: unknown;
  while (performance.now() < end) {
    try {
      const result = await attempt();
      if (result !== undefined && result !== null && result !== false) return result;
    } catch (error) {
      last = error;
    }
    await pause(between);
  }
  throw new Error(`Not within ${patience / 1000} s: ${what}`, { cause: last });
}
