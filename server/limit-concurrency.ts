import { Refusal } from "./http/refusal.ts";

interface QueuedCall {
  start: () => void;
  sender: string | undefined;
}

/**
 * Runs at most `atOnce` pieces of heavy work at the same time and queues the others; a full queue
 * refuses with 503. Urgent work has a queue of its own, of the same length, and goes first.
 * @param limits `queuedPerSender` is how many places of a queue one `sender` may hold.
 */
export function limitConcurrency(limits: {
  atOnce: number;
  queuedAtMost: number;
  queuedPerSender?: number;
}) {
  let running = 0;
  const urgentCalls: QueuedCall[] = [];
  const otherCalls: QueuedCall[] = [];
  const { atOnce, queuedAtMost, queuedPerSender = queuedAtMost } = limits;

  const hasRoom = (queue: readonly QueuedCall[], sender: string | undefined) =>
    queue.length < queuedAtMost &&
    (sender === undefined ||
      queue.filter((call) => call.sender === sender).length < queuedPerSender);

  return async <T>(
    work: () => Promise<T>,
    { urgent = false, sender }: { urgent?: boolean; sender?: string | undefined } = {},
  ): Promise<T> => {
    if (running < atOnce) running++;
    else {
      const queue = urgent ? urgentCalls : otherCalls;
      if (!hasRoom(queue, sender)) throw new Refusal("unavailable", { retryAfter: 5 });
      // Finished work starts the next call without lowering `running`, so no newcomer overtakes it.
      await new Promise<void>((start) => queue.push({ start, sender }));
    }
    try {
      return await work();
    } finally {
      const next = urgentCalls.shift() ?? otherCalls.shift();
      if (next) next.start();
      else running--;
    }
  };
}
