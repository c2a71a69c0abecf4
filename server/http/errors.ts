import type { ErrorRequestHandler, Response } from "express";
import type { z } from "zod";
import { errorCatalogue, type FieldError, type Problem } from "#shared/http/errors.ts";
import { FileStoreError } from "../adapters/file-store.ts";
import { isAway } from "../db/is-away.ts";
import { describeError, type Logger } from "../log.ts";
import { Refusal } from "./refusal.ts";

/** Retry-After (seconds) while the database or the file store is away. */
const retryWhenAway = 5;

/** How Express refuses to send a file: a failed condition, a range outside the file. */
const fileRefusals: Record<number, () => Refusal> = {
  412: () => new Refusal("condition_failed"),
  416: () => new Refusal("range_not_satisfiable"),
};

/** The refusal that an error means; null if the fault is ours. */
export function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof Error && "status" in error) {
    const known = fileRefusals[Number(error.status)];
    if (known) return known();
  }
  // A path that cannot be decoded (%E0%A4%A).
  if (error instanceof URIError) return new Refusal("not_readable");
  if (error instanceof FileStoreError || isAway(error))
    return new Refusal("unavailable", { retryAfter: retryWhenAway });
  return null;
}

/** No form has more fields. Keeps the answer to a hostile body short. */
const defaultErrorsAtMost = 50;

/** A refusal as a problem document. */
export function problemOf(refusal: Refusal, errorsAtMost = defaultErrorsAtMost): Problem {
  const { status, title } = errorCatalogue[refusal.code];
  const problem: Problem = { type: `urn:problem:${refusal.code}`, title, status };
  if (refusal.message !== title) problem.detail = refusal.message;
  if (refusal.errors) problem.errors = refusal.errors.slice(0, errorsAtMost);
  if (refusal.current !== undefined) problem.current = refusal.current;
  return problem;
}

export function sendProblem(res: Response, refusal: Refusal): void {
  const problem = problemOf(refusal, res.locals.errorsAtMost);
  if (refusal.retryAfter !== undefined) res.setHeader("Retry-After", String(refusal.retryAfter));
  if (refusal.etag) res.setHeader("ETag", refusal.etag);
  // Express may have set the headers of a file.
  res.removeHeader("Last-Modified");
  if (!refusal.etag) res.removeHeader("ETag");
  res.statusCode = problem.status;
  res.setHeader("Content-Type", "application/problem+json; charset=utf-8");
  res.setHeader("Cache-Control", "no-store");
  endRefused(res, JSON.stringify(problem));
}

/** How long (ms) a refused client may go on sending its body, so that it reads the answer. */
const lingerAtMost = 2_000;

/** Ends a refusal. If the body is still arriving, the connection closes afterwards. */
function endRefused(res: Response, text: string): void {
  const { req } = res;
  const hasBody = "transfer-encoding" in req.headers || Number(req.get("content-length")) > 0;
  if (!hasBody || req.complete) {
    res.end(text);
    return;
  }
  // A small body that came with its headers is complete in the next tick.
  setImmediate(() => {
    if (req.complete || res.destroyed) {
      res.end(text);
      return;
    }
    res.setHeader("Connection", "close");
    res.setHeader("Content-Length", Buffer.byteLength(text));
    // Closing now would reset the connection and lose the answer while the client still sends.
    res.write(text);
    const end = () => {
      clearTimeout(timer);
      res.end();
    };
    const timer = setTimeout(end, lingerAtMost);
    req.once("end", end).once("close", end).resume();
  });
}

/** The last handler: turns every error into a problem document and logs our own faults. */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    const refusal = asRefusal(error);
    if (refusal?.code === "misconfigured") {
      log.error({ error: refusal.message, requestId: res.locals.requestId }, "misconfigured");
    } else if (!refusal || refusal.code === "unavailable") {
      log.error(
        { error: describeError(error), requestId: res.locals.requestId },
        refusal?.code ?? "request failed",
      );
    }
    // Headers are sent; close the connection so the client sees a truncated response.
    if (res.headersSent) return void res.destroy();
    sendProblem(res, refusal ?? new Refusal("internal"));
  };
}

/** zod's issues as places and messages, only the first of each place. */
export function fieldErrors(error: z.ZodError): FieldError[] {
  const places = new Map<string, FieldError>();
  const note = (path: PropertyKey[], code: string, message: string) => {
    const place = path.map(String).join(".");
    if (!places.has(place)) places.set(place, { path: place, code, message });
  };
  for (const issue of error.issues) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) {
        note([...issue.path, key.slice(0, 50)], "unknown", "Unknown field");
      }
    } else note(issue.path, issue.code, issue.message);
  }
  return [...places.values()];
}
