import type { Request, RequestHandler } from "express";
import session from "express-session";
import { Refusal } from "./refusal.ts";
import { type SessionStore, sessionLife } from "./session-store.ts";

/** Over TLS the `__Host-` prefix keeps other hosts from setting this cookie. */
export const cookieName = (tls: boolean) => (tls ? "__Host-sid" : "sid");

const cookieOf = (secure: boolean) =>
  ({ httpOnly: true, sameSite: "strict", secure, path: "/" }) as const;

/**
 * Full express-session, for endpoints that create, change or destroy a session. The cookie lasts as
 * long as a session may at most; the row in the database decides when it ends.
 */
export function sessionMiddleware(options: {
  store: SessionStore;
  /** The first secret signs cookies, all of them verify. To rotate, put the new secret first. */
  secrets: string[];
  tls: boolean;
}): RequestHandler {
  const { store, secrets, tls } = options;
  const full = session({
    name: cookieName(tls),
    secret: secrets,
    store,
    resave: false,
    saveUninitialized: false,
    cookie: cookieOf(tls),
  });
  return (req, res, next) =>
    full(req, res, (error) => {
      // express-session touches every session at the end of its request.
      if (req.session && isBackground(req)) store.leaveUntouched(req.session);
      next(error);
    });
}

/** A request that an app sends by itself does not count as activity (D17). */
export const isBackground = (req: Request) => req.get("x-background") === "1";

/**
 * express-session sets no secure cookie on a request that is not secure: sign-in would answer 200
 * but sign nobody in (C16). @throws Refusal 500 that names the setting.
 */
export function refuseLostCookie(req: Request): void {
  if (!req.session.cookie.secure || req.secure) return;
  throw new Refusal("misconfigured", {
    detail: "PUBLIC_URL is https, and the proxy does not say X-Forwarded-Proto: https",
  });
}

/** Takes a new session id, so that an id planted before sign-in is useless (safety 3). */
export async function regenerateSession(req: Request, role: keyof typeof sessionLife) {
  await new Promise<void>((resolve, reject) =>
    req.session.regenerate((error) => (error ? reject(error) : resolve())),
  );
  req.session.cookie.maxAge = sessionLife[role].atMost;
}

/** Ends the session and removes its cookie. */
export async function destroySession(req: Request): Promise<void> {
  const tls = req.session.cookie.secure === true;
  await new Promise<void>((resolve, reject) =>
    req.session.destroy((error) => (error ? reject(error) : resolve())),
  );
  req.res?.clearCookie(cookieName(tls), cookieOf(tls));
}
