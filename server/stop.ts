import type { Server } from "node:http";

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
