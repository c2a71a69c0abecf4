import type { Request, RequestHandler } from "express";
import type { Brands } from "../brands.ts";
import type { Env } from "../env.ts";

/**
 * The exact origins whose pages may call writes: the public address; every brand's hosts with its
 * scheme and port; outside production the local names too.
 */
export function allowedOrigins(
  env: Pick<Env, "publicUrl" | "production">,
  brands: Brands,
): Set<string> {
  const { protocol, port, host } = new URL(env.publicUrl);
  const hosts = brands.all.flatMap((brand) => brand.hosts);
  const local = env.production ? [] : ["localhost", "127.0.0.1", "[::1]"];
  const suffix = port ? `:${port}` : "";
  return new Set([
    `${protocol}//${host}`,
    ...[...hosts, ...local].map((name) => `${protocol}//${name}${suffix}`),
  ]);
}

/** Whether a page of ours sent the request (safety 5). */
export function isFromOurPages(req: Request, origins: ReadonlySet<string>): boolean {
  const origin = req.get("origin");
  if (origin !== undefined) return origins.has(origin);
  return req.get("sec-fetch-site") === "same-origin";
}

/** On an API host: only our own pages may call with credentials. */
export function cors(origins: ReadonlySet<string>): RequestHandler {
  return (req, res, next) => {
    const origin = req.get("origin");
    res.vary("Origin");
    if (origin === undefined || !origins.has(origin)) return next();
    res.setHeader("Access-Control-Allow-Origin", origin);
    res.setHeader("Access-Control-Allow-Credentials", "true");
    res.setHeader("Access-Control-Expose-Headers", "ETag, Retry-After");
    if (req.method !== "OPTIONS") return next();
    res.setHeader("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE");
    res.setHeader(
      "Access-Control-Allow-Headers",
      "Content-Type, If-Match, If-None-Match, Idempotency-Key, X-Background, X-Queue-Owner",
    );
    res.setHeader("Access-Control-Max-Age", "600");
    res.status(204).end();
  };
}
