import { Refusal } from "./http/refusal.ts";

interface Waiting {
  start: () => void;
  from: string | undefined;
}

/**
 * Runs heavy work a few at a time, so that it never takes all of the machine. Whoever finds the
 * line full is refused with 503.
 * @param limits `waitingAtMost` is the length of the line, `ofOneAtMost` how many of its places one
 * `from` may hold. Work that is `first` has a line of its own, as long, and goes before the other.
 */
export function createTurns(limits: {
  atOnce: number;
  waitingAtMost: number;
  ofOneAtMost?: number;
}) {
  let running = 0;
  const firsts: Waiting[] = [];
  const others: Waiting[] = [];
  const { atOnce, waitingAtMost, ofOneAtMost = waitingAtMost } = limits;

  const hasRoom = (line: readonly Waiting[], from: string | undefined) =>
    line.length < waitingAtMost &&
    (from === undefined || line.filter((one) => one.from === from).length < ofOneAtMost);

  return async <T>(
    work: () => Promise<T>,
    { first = false, from }: { first?: boolean; from?: string | undefined } = {},
  ): Promise<T> => {
    if (running < atOnce) running++;
    else {
      const line = first ? firsts : others;
      if (!hasRoom(line, from)) throw new Refusal("unavailable", { retryAfter: 5 });
      // The one that leaves hands its place over, so nobody who comes between can take it.
      await new Promise<void>((start) => line.push({ start, from }));
    }
    try {
      return await work();
    } finally {
      const next = firsts.shift() ?? others.shift();
      if (next) next.start();
      else running--;
    }
  };
}
