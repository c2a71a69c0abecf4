import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface StreamProxy {
  url: string;
  /** The paths that pages and workers have requested so far. */
  readonly requested: readonly string[];
  /** While true, streams hang as in a proxy that waits for their end. */
  swallows: boolean;
  /** While true, streams are refused with 429. */
  refuses: boolean;
  /** Sends each open stream a beat with this number. */
  beat(number: number): void;
  /** Ends all open streams as the portal does after some minutes: they come back at once. */
  renew(): void;
  /** Breaks all open streams. */
  cut(): void;
  close(): Promise<void>;
}

/** A proxy of the portal that decides what becomes of its streams. */
export async function openStreamProxy(portalUrl: string): Promise<StreamProxy> {
  const { hostname, port } = new URL(portalUrl);
  const requested: string[] = [];
  const streams = new Set<ServerResponse>();

  const forward = async (req: IncomingMessage, res: ServerResponse) => {
    const headers = { ...req.headers };
    // The portal accepts writes only from its own origin.
    if (headers.origin) headers.origin = portalUrl;
    const isStream = headers.accept === "text/event-stream";
    if (isStream) {
      streams.add(res);
      res.once("close", () => streams.delete(res));
      if (proxy.swallows) return;
      if (proxy.refuses) {
        res.writeHead(429).end();
        return;
      }
    }
    const forwarded = request({ hostname, port, method: req.method, path: req.url, headers });
    res.once("close", () => forwarded.destroy());
    req.pipe(forwarded);
    const [answer] = (await once(forwarded, "response")) as [IncomingMessage];
    res.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(res);
  };

  const server = createServer((req, res) => {
    requested.push(new URL(req.url ?? "/", portalUrl).pathname);
    forward(req, res).catch(() => res.destroy());
  });
  server.listen(0);
  await once(server, "listening");
  const proxy: StreamProxy = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    requested,
    swallows: false,
    refuses: false,
    beat(number) {
      const data = JSON.stringify({ number });
      for (const stream of streams) stream.write(`event: beat\ndata: ${data}\n\n`);
    },
    renew() {
      for (const stream of streams) stream.end("retry: 0\n\n");
    },
    cut() {
      for (const stream of streams) stream.destroy();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return proxy;
}
