import { type Request, type Response, Router } from "express";
import { Refusal } from "./refusal.ts";
import { byParameterCount, expressPath, type Route } from "./router.ts";

/** Answers OPTIONS with the methods that a path has. @throws Refusal 405 for any other method. */
export function answerOtherMethod(req: Request, res: Response, methods: readonly string[]): void {
  res.setHeader("Allow", [...methods, "OPTIONS"].join(", "));
  if (req.method !== "OPTIONS") throw new Refusal("wrong_method");
  res.status(204).end();
}

/**
 * Mounted after the routes. Answers requests for known paths with a method that the path does not
 * have (RFC 9110, 15.5.6).
 */
export function otherMethods(routes: readonly Route[]): Router {
  const methodsOf = new Map<string, string[]>();
  for (const { endpoint } of routes) {
    const { path, method } = endpoint;
    const added = method === "GET" ? ["GET", "HEAD"] : [method];
    methodsOf.set(path, [...(methodsOf.get(path) ?? []), ...added]);
  }
  const router = Router();
  for (const [path, methods] of [...methodsOf].sort(([a], [b]) => byParameterCount(a, b))) {
    router.all(expressPath(path), (req, res) => {
      res.locals.route = path;
      answerOtherMethod(req, res, methods);
    });
  }
  return router;
}
