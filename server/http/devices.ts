import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { Request, Response } from "express";

/** A user, with the present `session_epoch`. */
interface Owner {
  id: number;
  session_epoch: number;
}

/**
 * Recognizes browsers that have signed in to an account before. Their wrong passwords are counted
 * separately, so that strangers' attempts never lock an owner out (C3).
 */
export interface Devices {
  /** Whether the browser has a device cookie, valid or not. */
  hasCookie(req: Request): boolean;
  /** The key under which this browser's attempts at an account are counted; null for strangers. */
  nameFor(req: Request, owner: Owner): string | null;
  /** The browser's random name: the one in its cookie, or the one that `remember` will give it. */
  nameOf(req: Request): string;
  /** Sets the cookie in a browser in which this user has just signed in. */
  remember(req: Request, res: Response, owner: Owner): void;
}

/** In milliseconds: browsers keep no cookie longer. */
const life = 400 * 86_400_000;
/** Families share phones. The account that signed in last comes first. */
const ownersAtMost = 5;

export const deviceCookieName = (tls: boolean) => (tls ? "__Host-device" : "device");

/**
 * The cookie holds a random name of the browser and one signature per account: an HMAC of the name,
 * the user's id and the session epoch. It does not reveal who signed in, and only this server can
 * make it.
 *
 * An action that ends all sessions of a user (a new password, a reset, a shut-out) raises the
 * epoch. Then the user's signatures are invalid, and that user is a stranger again in every
 * browser.
 * @param secrets the session secrets; the first signs, all are accepted.
 */
export function createDevices({ secrets, tls }: { secrets: string[]; tls: boolean }): Devices {
  const cookie = deviceCookieName(tls);
  const keys = secrets.map((secret) => Buffer.from(hkdfSync("sha256", secret, "", "device", 32)));
  const pattern = new RegExp(
    `(?:^|;\\s*)${cookie}=([\\w-]{22})((?:\\.[\\w-]{43}){1,${ownersAtMost}})(?:;|$)`,
  );

  const readCookie = (req: Request) => {
    const [, name, signatures = ""] = pattern.exec(req.headers.cookie ?? "") ?? [];
    return name === undefined ? null : { name, signatures: signatures.slice(1).split(".") };
  };
  const signaturesOf = (name: string, { id, session_epoch }: Owner) =>
    keys.map((key) =>
      createHmac("sha256", key).update(`${name}:${id}:${session_epoch}`).digest("base64url"),
    );
  const hasOneOf = (signatures: readonly string[], expected: readonly string[]) =>
    signatures.some((given) =>
      expected.some((right) => timingSafeEqual(Buffer.from(given), Buffer.from(right))),
    );

  /** The names of browsers that have no cookie yet. */
  const newNames = new WeakMap<Request, string>();
  const nameOf = (req: Request) => {
    const name =
      readCookie(req)?.name ?? newNames.get(req) ?? randomBytes(16).toString("base64url");
    newNames.set(req, name);
    return name;
  };

  return {
    nameOf,

    hasCookie: (req) => readCookie(req) !== null,

    nameFor(req, owner) {
      const device = readCookie(req);
      return device && hasOneOf(device.signatures, signaturesOf(device.name, owner))
        ? device.name
        : null;
    },

    remember(req, res, owner) {
      const name = nameOf(req);
      const { signatures = [] } = readCookie(req) ?? {};
      const ownSignatures = signaturesOf(name, owner);
      const others = signatures.filter((signature) => !hasOneOf([signature], ownSignatures));
      res.cookie(cookie, [name, ownSignatures[0], ...others].slice(0, 1 + ownersAtMost).join("."), {
        httpOnly: true,
        sameSite: "strict",
        secure: tls,
        path: "/",
        maxAge: life,
      });
    },
  };
}
