import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import type { RequestHandler } from "express";
import type { SessionStore } from "./session-store.ts";
import { cookieName, isBackground } from "./sessions.ts";

/**
 * Reads sessions without express-session, which wraps every answer and hashes the session twice to
 * see whether it changed. Reads never change a session, and most requests are reads. The cookie is
 * express-session's: `s:` + id + `.` + HMAC-SHA256 of the id.
 */
export function sessionReader(options: { store: SessionStore; secrets: string[]; tls: boolean }) {
  const { store, secrets, tls } = options;
  const keys = secrets.map((secret) => createSecretKey(secret, "utf8"));
  const pattern = new RegExp(`(?:^|;\\s*)${cookieName(tls)}=s%3A([\\w-]{1,64})\\.([^;]{1,200})`);

  const sessionId = (cookies: string | undefined): string | null => {
    const [, id = "", signature = ""] = pattern.exec(cookies ?? "") ?? [];
    if (!id) return null;
    let given: Buffer;
    try {
      given = Buffer.from(decodeURIComponent(signature), "base64");
    } catch {
      return null;
    }
    const right = keys.some((key) => {
      const expected = createHmac("sha256", key).update(id).digest();
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
    return right ? id : null;
  };

  /**
   * @param polled polling does not count as activity; neither does a request that an app sends by
   * itself (`X-Background: 1`).
   */
  return (polled: boolean): RequestHandler =>
    (req, _res, next) => {
      const id = sessionId(req.headers.cookie);
      if (id === null) return next();
      store.get(id, (error, data) => {
        if (error || !data) return next(error);
        req.session = data as typeof req.session;
        req.sessionID = id;
        if (polled || isBackground(req)) next();
        else store.touch(id, data, next);
      });
    };
}
