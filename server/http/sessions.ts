import type { Request, RequestHandler } from "express";
import session from "express-session";
import { Refusal } from "./refusal.ts";
import { type SessionStore, sessionLife } from "./session-store.ts";

/** Behind TLS the `__Host-` prefix keeps other hosts from planting one. */
export const cookieName = (tls: boolean) => (tls ? "__Host-sid" : "sid");

/**
 * Sessions for what may begin, change or end one. A browser's cookie lives as long as a session may
 * at most; the row in the database says when it has ended.
 */
export function sessionMiddleware(options: {
  store: SessionStore;
  /** The first signs, all verify: a new one goes before the old one. */
  secrets: string[];
  tls: boolean;
}): RequestHandler {
  return session({
    name: cookieName(options.tls),
    secret: options.secrets,
    store: options.store,
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: "strict", secure: options.tls, path: "/" },
  });
}

/**
 * Behind TLS express-session sets no cookie on a request that came without it: a sign-in would be
 * answered 200 and leave nobody signed in (C16).
 */
export function refuseLostCookie(req: Request): void {
  if (!req.session.cookie.secure || req.secure) return;
  throw new Refusal("misconfigured", {
    detail: "PUBLIC_URL is https, and the proxy does not say X-Forwarded-Proto: https",
  });
}

/** A fresh session id, so that one planted before sign-in is worth nothing (safety 3). */
export async function regenerateSession(req: Request, role: keyof typeof sessionLife) {
  await new Promise<void>((resolve, reject) =>
    req.session.regenerate((error) => (error ? reject(error) : resolve())),
  );
  req.session.cookie.maxAge = sessionLife[role].atMost;
}

export function destroySession(req: Request): Promise<void> {
  return new Promise((resolve, reject) =>
    req.session.destroy((error) => (error ? reject(error) : resolve())),
  );
}
