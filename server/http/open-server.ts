import { createServer, type RequestListener, type Server } from "node:http";
import { stopTimes } from "../stop.ts";

/** What one process grants to its connections; times in milliseconds. */
const defaultBounds = {
  /** More than a balancer or a crowd needs; each costs some 20 kB. */
  connections: 4_000,
  /** For the head of a request. */
  headers: 10_000,
  /** For a whole request to come in. */
  request: stopTimes.requests,
  /**
   * Without a byte in or out, while a request is under way: whoever does not read an answer is cut.
   * Longer than `request`, which is answered with 408 before.
   */
  silence: stopTimes.requests + 5_000,
  /** For a request and its answer together, however slowly it is read; players ask again. */
  answer: 300_000,
  /** Between requests. Longer than a balancer keeps its own, which must not send into a close. */
  idle: 65_000,
};

/** The portal's server, which nobody can hold by sending or reading slowly, or by idling. */
export function openServer(
  listener: RequestListener,
  bounds: Partial<typeof defaultBounds> = {},
): Server {
  const { connections, headers, request, silence, answer, idle } = { ...defaultBounds, ...bounds };
  const server = createServer(
    {
      requestTimeout: request,
      headersTimeout: headers,
      // Node looks for those who are over time every 30 seconds unless told.
      connectionsCheckingInterval: 1_000,
    },
    listener,
  );
  server.keepAliveTimeout = idle;
  server.timeout = silence;
  server.maxConnections = connections;
  // Who comes when it is full finds room at the next try.
  server.on("drop", () => server.closeIdleConnections());
  server.on("request", (_req, res) => {
    const timer = setTimeout(() => res.destroy(), answer);
    res.once("close", () => clearTimeout(timer));
  });
  return server;
}
