import { type Request, type Response, Router } from "express";
import { Refusal } from "./refusal.ts";
import { expressPath, type Route } from "./route.ts";

/**
 * Answers a method that nothing behind it takes: OPTIONS with what is possible, everything else
 * with 405. @throws Refusal 405
 */
export function answerOtherMethod(req: Request, res: Response, possible: readonly string[]): void {
  res.setHeader("Allow", [...possible, "OPTIONS"].join(", "));
  if (req.method !== "OPTIONS") throw new Refusal("wrong_method");
  res.status(204).end();
}

/** For behind the routes: the known paths with a method that they do not have (RFC 9110, 15.5.6). */
export function otherMethods(routes: readonly Route[]): Router {
  const methods = new Map<string, string[]>();
  for (const { endpoint } of routes) {
    const { path, method } = endpoint;
    const added = method === "GET" ? ["GET", "HEAD"] : [method];
    methods.set(path, [...(methods.get(path) ?? []), ...added]);
  }
  const router = Router();
  const byParameters = [...methods].sort(([a], [b]) => a.split("{").length - b.split("{").length);
  for (const [path, possible] of byParameters) {
    router.all(expressPath(path), (req, res) => {
      res.locals.route = path;
      answerOtherMethod(req, res, possible);
    });
  }
  return router;
}
