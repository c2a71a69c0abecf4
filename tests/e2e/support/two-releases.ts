import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface TwoReleases {
  url: string;
  /**
   * Starts to serve the next release: a changed page and a worker that lists it. With "worker", the
   * page is still that of the earlier release, as from a process that is not upgraded yet.
   */
  release(upgraded?: "worker"): void;
  close(): Promise<void>;
}

/** Marks the next release's page. */
const nextRelease = '<meta name="release" content="next">';

/** A proxy of the portal that can publish a new release while a page is open. */
export async function serveTwoReleases(portalUrl: string): Promise<TwoReleases> {
  const upgraded = new Set<string>();
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
    const { "content-length": _, etag, ...headersToSend } = answer.headers;
    const isNext = upgraded.has(path);
    res.writeHead(
      answer.statusCode ?? 502,
      isNext || !etag ? headersToSend : { ...headersToSend, etag },
    );
    if (isNext) res.end(await changedBody(path, answer));
    else answer.pipe(res);
  };

  const server = createServer((req, res) => {
    forward(req, res).catch(() => res.destroy());
  });
  server.listen(0);
  await once(server, "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    release: (which) => {
      upgraded.add("/service-worker.js");
      if (which !== "worker") upgraded.add("/index.html");
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
