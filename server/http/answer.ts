import type { Request, Response } from "express";
import { etagsIn } from "./etags.ts";
import { gzip, shouldGzip } from "./gzip.ts";
import type { CachedReply } from "./handler.ts";

/** An answer as it goes over the wire, and as an idempotency record stores it. */
export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

/** Whether the client already has the representation with this ETag. */
export function isFresh(req: Request, etag: string): boolean {
  const known = req.get("if-none-match");
  return known !== undefined && (known === etag || etagsIn(known).includes(etag));
}

export function sendNotModified(res: Response, etag: string): void {
  res.statusCode = 304;
  res.setHeader("ETag", etag);
  res.end();
}

const json = "application/json; charset=utf-8";

/** @param type the media type of the bytes. */
export async function sendCached(
  req: Request,
  res: Response,
  reply: CachedReply,
  type = json,
): Promise<void> {
  if (isFresh(req, reply.etag)) {
    sendNotModified(res, reply.etag);
    return;
  }
  res.setHeader("ETag", reply.etag);
  res.setHeader("Content-Type", type);
  if (shouldGzip(req, reply.bytes.length)) endGzipped(res, await reply.gzipped());
  else end(res, reply.bytes);
}

/** Sends without Express's `res.json`, which would hash every body for an ETag. */
export async function sendAnswer(req: Request, res: Response, answer: WireAnswer): Promise<void> {
  res.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.headers)) res.setHeader(name, value);
  if (answer.body === null) {
    res.end();
    return;
  }
  if (shouldGzip(req, answer.body.length)) endGzipped(res, await gzip(Buffer.from(answer.body)));
  else end(res, answer.body);
}

/** Node sends a string in the same write as the headers, a Buffer in a second write. */
function end(res: Response, body: string | Buffer): void {
  res.setHeader("Content-Length", Buffer.byteLength(body));
  res.end(body);
}

function endGzipped(res: Response, bytes: Buffer): void {
  res.setHeader("Content-Encoding", "gzip");
  res.vary("Accept-Encoding");
  end(res, bytes);
}
