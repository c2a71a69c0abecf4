import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { stopTimes } from "../stop.ts";

/** Limits of one process's connections; times in milliseconds. */
const defaultBounds = {
  /** More than a load balancer or a crowd needs. A connection costs about 20 kB. */
  connections: 4_000,
  /** To receive the headers of a request. */
  headers: 10_000,
  /** To receive a whole request, except one with `allowLongBody`. */
  request: stopTimes.requests,
  /**
   * Without a byte in or out during a request: cuts clients that do not read their answer. Longer
   * than `request`, so that a slow request gets its 408 first.
   */
  inactivity: stopTimes.requests + 5_000,
  /** For a request and its answer together. A slow audio player asks for the rest again. */
  answer: 300_000,
  /**
   * Between requests. Longer than a load balancer's own limit, so that it never sends a request on
   * a connection that we are closing.
   */
  idle: 65_000,
};

/** The portal's server. It cuts clients that send or read too slowly, or idle too long. */
export function openServer(
  listener: RequestListener,
  bounds: Partial<typeof defaultBounds> = {},
): Server {
  const { connections, headers, request, inactivity, answer, idle } = {
    ...defaultBounds,
    ...bounds,
  };
  const server = createServer(
    {
      // Not `request`: a request with `allowLongBody` may take as long as `answer`.
      requestTimeout: Math.max(answer, headers),
      headersTimeout: headers,
      // Node's default is every 30 seconds.
      connectionsCheckingInterval: 1_000,
    },
    listener,
  );
  server.keepAliveTimeout = idle;
  server.timeout = inactivity;
  server.maxConnections = connections;
  // Makes room, so that the dropped client can connect at its next try.
  server.on("drop", () => server.closeIdleConnections());
  server.on("request", (req, res) => {
    const late = setTimeout(() => refuseLateBody(req, res), request);
    const timer = setTimeout(() => res.destroy(), answer);
    res.once("close", () => {
      clearTimeout(late);
      clearTimeout(timer);
    });
  });
  return server;
}

const longBodies = new WeakSet<IncomingMessage>();

/** Lets the body of an authenticated upload take as long as a request and its answer together. */
export function allowLongBody(req: IncomingMessage): void {
  longBodies.add(req);
}

function refuseLateBody(req: IncomingMessage, res: ServerResponse): void {
  if (req.complete || longBodies.has(req)) return;
  if (!res.headersSent) res.writeHead(408, { Connection: "close", "Content-Length": 0 });
  res.end(() => req.destroy());
}
