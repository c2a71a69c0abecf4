import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { traceOf } from "./audit.ts";

/** A stopping process answers `/health/ready` with 503 on purpose, which is no failure. */
const isHealthCheck = (route: string) => route.startsWith("/health/");

/** Gives each request an id; when it ends, writes one log line and observes the metrics. */
export function requestLog(log: Logger, metrics: Metrics): RequestHandler {
  return (req, res, next) => {
    const start = performance.now();
    const trace = traceOf(req, randomUUID());
    res.locals.requestId = trace.requestId;
    res.locals.trace = trace;
    res.once("close", () => {
      const ms = performance.now() - start;
      const route: string = res.locals.route ?? "none";
      const { method } = req;
      const status = res.writableFinished ? res.statusCode : 499;
      // A stream ends when its page closes: how long it took says nothing about the portal.
      if (!res.locals.isStream) metrics.requests.observe({ method, route, status }, ms / 1000);
      if (!isHealthCheck(route)) metrics.answers.inc({ class: `${Math.floor(status / 100)}xx` });
      log.info(
        {
          method,
          route,
          status,
          ms: Math.round(ms * 10) / 10,
          ...trace,
          userId: res.locals.userId,
        },
        "request",
      );
    });
    next();
  };
}
