import type { Server } from "node:http";

/**
 * The longest that each part of a stop takes, in milliseconds. The process manager must
 * wait longer than their sum before it kills the portal (compose.yaml).
 */
export const stopTimes = {
  /** Until a load balancer sees that this process is draining; then this process stops listening. */
  notice: 5_000,
  /** For running requests; also the longest that a request may take to arrive (open-server.ts). */
  requests: 30_000,
  /** For jobs to end and connections to close; a frozen database prevents both. */
  release: 35_000,
  /** For a scrape of the metrics that is under way; a part of `release`. */
  scrape: 2_000,
};

/**
 * Stops listening: running requests end, idle connections close, and whatever is left at the end is
 * cut.
 */
export async function closeServer(server: Server, atMostMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), atMostMs);
    // A request that is still running leaves an idle connection when it ends: close that, too.
    const idle = setInterval(() => server.closeIdleConnections(), 100);
    server.close(() => {
      clearTimeout(timer);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });
}
