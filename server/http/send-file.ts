import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import type { StoredFile } from "../adapters/file-store.ts";
import { isFresh, sendNotModified } from "./answer.ts";
import { Refusal } from "./refusal.ts";

/**
 * Streams a stored file, or the range that the request asks for; 304 if the client has it. The
 * caller sets the media type. @throws Refusal 416 for a range outside the file.
 */
export async function sendFile(req: Request, res: Response, file: StoredFile): Promise<void> {
  res.setHeader("Accept-Ranges", "bytes");
  if (isFresh(req, file.etag)) {
    sendNotModified(res, file.etag);
    return;
  }
  const range = rangeOf(req, res, file);
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  const bytes = req.method === "HEAD" ? null : await file.read(start, end);
  res.setHeader("ETag", file.etag);
  res.setHeader("Content-Length", end - start + 1);
  if (range) {
    res.statusCode = 206;
    res.setHeader("Content-Range", `bytes ${start}-${end}/${file.size}`);
  }
  if (!bytes) {
    res.end();
    return;
  }
  await pipeline(bytes, res).catch((error: NodeJS.ErrnoException) => {
    // A player that has enough closes the connection: nobody is left to answer.
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  });
}

/** The single range that is asked for; null means the whole file. */
function rangeOf(req: Request, res: Response, file: StoredFile) {
  const condition = req.get("if-range");
  // The client has bytes of another version: it needs the whole file.
  if (condition !== undefined && condition !== file.etag) return null;
  const ranges = req.range(file.size, { combine: true });
  if (ranges === -1) {
    res.setHeader("Content-Range", `bytes */${file.size}`);
    throw new Refusal("range_not_satisfiable");
  }
  if (!Array.isArray(ranges) || ranges.type !== "bytes" || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}
