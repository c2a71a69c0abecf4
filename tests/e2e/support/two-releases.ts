import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface TwoReleases {
  url: string;
  /** From now on the next release is served: another page, and a worker that knows it. */
  release(): void;
  close(): Promise<void>;
}

/** The text that tells the next release's page from this one's. */
const nextRelease = '<meta name="release" content="next">';

/** The portal behind an address of its own, where a new release can come out while it is visited. */
export async function serveTwoReleases(portalUrl: string): Promise<TwoReleases> {
  let isNext = false;
  const { hostname, port } = new URL(portalUrl);

  const changed = async (path: string, answer: IncomingMessage) => {
    const body = await text(answer);
    if (path === "/service-worker.js") {
      // The page's revision in the worker's list is a hash of it.
      return body.replace(/("?revision"?:\s*"?)[0-9a-f]{32}/, `$1${"0".repeat(32)}`);
    }
    return body.replace("<head>", `<head>${nextRelease}`);
  };

  const pass = async (req: IncomingMessage, res: ServerResponse) => {
    const path = new URL(req.url ?? "/", portalUrl).pathname;
    const headers = { ...req.headers, "accept-encoding": "identity" };
    // The portal takes writes from its own pages only.
    if (headers.origin) headers.origin = portalUrl;
    delete headers["if-none-match"];
    delete headers["if-modified-since"];
    const sent = request({ hostname, port, method: req.method, path: req.url, headers });
    req.pipe(sent);
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    const { "content-length": _, etag: __, ...kept } = answer.headers;
    res.writeHead(answer.statusCode ?? 502, kept);
    if (isNext && /^\/(service-worker\.js|index\.html)$/.test(path)) {
      res.end(await changed(path, answer));
    } else answer.pipe(res);
  };

  const server = createServer((req, res) => {
    pass(req, res).catch(() => res.destroy());
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
