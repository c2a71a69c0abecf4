import { setTimeout as pause } from "node:timers/promises";

const patience = 30_000;
const between = 100;

/** Asks until there is an answer: no error, and neither undefined, null nor false. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | null | false>,
): Promise<T> {
  const end = performance.now() + patience;
  let last: unknown;
  while (performance.now() < end) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== null && answer !== false) return answer;
    } catch (error) {
      last = error;
    }
    await pause(between);
  }
  throw new Error(`Not within ${patience / 1000} s: ${what}`, { cause: last });
}
