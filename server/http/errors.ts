import type { ErrorRequestHandler, Response } from "express";
import type { z } from "zod";
import { errorCatalogue, type FieldError, type Problem } from "#shared/http/errors.ts";
import { isAway } from "../db/is-away.ts";
import { describeError, type Logger } from "../log.ts";
import { Refusal } from "./refusal.ts";

/** Seconds after which a client may try again while the database is away. */
const retryWhenAway = 5;

/** What Express refuses of a file, by status: a part outside of it, a condition that fails. */
const fileRefusals: Record<number, () => Refusal> = {
  412: () => new Refusal("condition_failed"),
  416: () => new Refusal("range_not_satisfiable"),
};

/** Any error as a refusal; null for one that is our own fault. */
export function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof Error && "status" in error) {
    const known = fileRefusals[Number(error.status)];
    if (known) return known();
  }
  // A path that does not decode (%E0%A4%A).
  if (error instanceof URIError) return new Refusal("not_readable");
  if (isAway(error)) return new Refusal("unavailable", { retryAfter: retryWhenAway });
  return null;
}

/** More places than any form has fields; a hostile body with more wrong ones gets no longer answer. */
const defaultPlaces = 50;

/** The problem's body. */
export function problemOf(refusal: Refusal, placesAtMost = defaultPlaces): Problem {
  const { status, title } = errorCatalogue[refusal.code];
  const problem: Problem = { type: `urn:problem:${refusal.code}`, title, status };
  if (refusal.message !== title) problem.detail = refusal.message;
  if (refusal.errors) problem.errors = refusal.errors.slice(0, placesAtMost);
  if (refusal.current !== undefined) problem.current = refusal.current;
  return problem;
}

export function sendProblem(res: Response, refusal: Refusal): void {
  const problem = problemOf(refusal, res.locals.placesAtMost);
  if (refusal.retryAfter !== undefined) res.setHeader("Retry-After", String(refusal.retryAfter));
  if (refusal.etag) res.setHeader("ETag", refusal.etag);
  // Those of the file that was asked for.
  res.removeHeader("Last-Modified");
  if (!refusal.etag) res.removeHeader("ETag");
  res.statusCode = problem.status;
  res.setHeader("Content-Type", "application/problem+json; charset=utf-8");
  res.setHeader("Cache-Control", "no-store");
  endRefused(res, JSON.stringify(problem));
}

/** For how long (ms) a client that was refused may go on sending its body, so as to read why. */
const hearsAtMost = 2_000;

/** Ends a refusal; where the body is still on its way, the connection closes with it. */
function endRefused(res: Response, text: string): void {
  const { req } = res;
  const hasBody = "transfer-encoding" in req.headers || Number(req.get("content-length")) > 0;
  if (!hasBody || req.complete) {
    res.end(text);
    return;
  }
  // A small body that came with its headers is complete in a moment.
  setImmediate(() => {
    if (req.complete || res.destroyed) {
      res.end(text);
      return;
    }
    res.setHeader("Connection", "close");
    res.setHeader("Content-Length", Buffer.byteLength(text));
    // Closing at once would reset the connection, and the answer with it, while the client sends.
    res.write(text);
    const end = () => {
      clearTimeout(timer);
      res.end();
    };
    const timer = setTimeout(end, hearsAtMost);
    req.once("end", end).once("close", end).resume();
  });
}

/** The last handler: whatever was thrown becomes a problem, and what is our fault is logged. */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    const refusal = asRefusal(error);
    if (refusal?.code === "misconfigured") {
      log.error({ error: refusal.message, requestId: res.locals.requestId }, "misconfigured");
    } else if (!refusal || refusal.code === "unavailable") {
      log.error(
        { error: describeError(error), requestId: res.locals.requestId },
        refusal ? "database away" : "request failed",
      );
    }
    // Half an answer is already out: only the connection can say that it is not whole.
    if (res.headersSent) return void res.destroy();
    sendProblem(res, refusal ?? new Refusal("internal"));
  };
}

/** zod's issues as places and messages: the first of each place, which is the one to mend first. */
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
