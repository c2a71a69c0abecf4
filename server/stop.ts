import type { Server } from "node:http";

/**
 * What a stop takes at the most, in milliseconds; whatever stops a process waits longer than all of
 * it together (compose.yaml).
 */
export const stopTimes = {
  /** For a balancer to see that this process is draining, before it stops listening. */
  notice: 5_000,
  /** For requests under way; also what any request may take. */
  requests: 30_000,
  /** For jobs to end and connections to close: a frozen database lets neither. */
  release: 35_000,
};

/**
 * Ends the listening: no new connections, requests under way end, idle connections close; what
 * has not ended by then is cut.
 */
export async function closeServer(server: Server, atMostMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), atMostMs);
    // A connection whose request began before the end was known is kept alive by its client.
    const idle = setInterval(() => server.closeIdleConnections(), 100);
    server.close(() => {
      clearTimeout(timer);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });
}
