import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { createPortal } from "#seeds/platform/portal.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

const origin = "https://portal.example";
const wav = Buffer.alloc(3_000, 7);

/** A server that gives this upload address, and takes uploads. @returns its address, and the uploads. */
async function serve(addressFor: () => string) {
  const uploads: { path: string; size: number }[] = [];
  const server = createServer(async (req, res) => {
    const { length } = await buffer(req);
    if (req.method === "PUT") uploads.push({ path: req.url ?? "", size: length });
    res.end(JSON.stringify({ url: addressFor() }));
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, uploads };
}

const send = (base: string) =>
  createPortal({ base: `${base}/api`, origin, secret: "whsec_c2VjcmV0", clock: Date.now }).record(
    "call-1",
    "2026-06-11",
    wav,
  );

test("the demo's platform uploads to the portal that it calls, not to its public address", async () => {
  const path = "/api/ingest/recordings/20260611/call-1?size=3000&signature=x";
  const { base, uploads } = await serve(() => `${origin}${path}`);
  await send(base);
  expect(uploads).toEqual([{ path, size: 3_000 }]);
});

test("the demo's platform uploads to a bucket under the bucket's own address", async () => {
  const bucket = await serve(() => "");
  const { base, uploads } = await serve(() => `${bucket.base}/bucket/call-1.wav?X-Amz-Expires=900`);
  await send(base);
  expect(uploads).toEqual([]);
  expect(bucket.uploads).toEqual([{ path: "/bucket/call-1.wav?X-Amz-Expires=900", size: 3_000 }]);
});
