import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface TwoReleases {
  url: string;
  /** Starts to serve the next release: a changed page and a worker that lists it. */
  release(): void;
  close(): Promise<void>;
}

/** Marks the next release's page. */
const nextRelease = '<meta name="release" content="next">';

/** A proxy of the portal that can publish a new release while a page is open. */
export async function serveTwoReleases(portalUrl: string): Promise<TwoReleases> {
  let isNext = false;
  const { hostname, port } = new URL(portalUrl);

  const changedBody = async (path: string, answer: IncomingMessage) => {
    const body = await text(answer);
    if (path === "/service-worker.js") {
      // The worker lists the page with a hash as its revision.
      return body.replace(/("?revision"?:\s*"?)[0-9a-f]{32}/, `$1${"0".repeat(32)}`);
    }
    return body.replace("<head>", `<head>${nextRelease}`);
  };

  const forward = async (req: IncomingMessage, res: ServerResponse) => {
    const path = new URL(req.url ?? "/", portalUrl).pathname;
    const headers = { ...req.headers, "accept-encoding": "identity" };
    // The portal accepts writes only from its own origin.
    if (headers.origin) headers.origin = portalUrl;
    delete headers["if-none-match"];
    delete headers["if-modified-since"];
    const forwarded = request({ hostname, port, method: req.method, path: req.url, headers });
    req.pipe(forwarded);
    const [answer] = (await once(forwarded, "response")) as [IncomingMessage];
    const { "content-length": _, etag: __, ...headersToSend } = answer.headers;
    res.writeHead(answer.statusCode ?? 502, headersToSend);
    if (isNext && /^\/(service-worker\.js|index\.html)$/.test(path)) {
      res.end(await changedBody(path, answer));
    } else answer.pipe(res);
  };

  const server = createServer((req, res) => {
    forward(req, res).catch(() => res.destroy());
  });
  server.listen(0);
  await once(server, "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    release: () => {
      isNext = true;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
