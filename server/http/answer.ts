import type { Request, Response } from "express";
import { etagsIn } from "./etags.ts";
import { pack, packs } from "./gzip.ts";
import type { KeptReply } from "./handler.ts";

/** An answer as it goes over the wire, and as it is kept under an idempotency key. */
export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

/** Whether the client has this very representation. */
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
export async function sendKept(
  req: Request,
  res: Response,
  kept: KeptReply,
  type = json,
): Promise<void> {
  if (isFresh(req, kept.etag)) {
    sendNotModified(res, kept.etag);
    return;
  }
  res.setHeader("ETag", kept.etag);
  res.setHeader("Content-Type", type);
  if (packs(req, kept.json.length)) endPacked(res, await kept.packed());
  else end(res, kept.json);
}

/** Sends without Express's own json(), which would hash every body for an ETag of its own. */
export async function send(req: Request, res: Response, answer: WireAnswer): Promise<void> {
  res.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.headers)) res.setHeader(name, value);
  if (answer.body === null) {
    res.end();
    return;
  }
  if (packs(req, answer.body.length)) endPacked(res, await pack(Buffer.from(answer.body)));
  else end(res, answer.body);
}

/** A text leaves in one write with its head; bytes of their own would cost another. */
function end(res: Response, body: string | Buffer): void {
  res.setHeader("Content-Length", Buffer.byteLength(body));
  res.end(body);
}

function endPacked(res: Response, bytes: Buffer): void {
  res.setHeader("Content-Encoding", "gzip");
  res.vary("Accept-Encoding");
  end(res, bytes);
}
