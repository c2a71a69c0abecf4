import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { Request, Response } from "express";

/** Whom a browser signed in as. `session_epoch` is the user's present one. */
interface Owner {
  id: number;
  session_epoch: number;
}

/**
 * Browsers that signed in to an account before. Their wrong tries are counted by themselves, so
 * that strangers' tries never lock an owner out (C3).
 */
export interface Devices {
  /** Whether the browser may have signed in to some account: worth a look. */
  isMarked(req: Request): boolean;
  /** The name under which this browser's tries at an account are counted; null for a stranger. */
  nameFor(req: Request, owner: Owner): string | null;
  /** Marks the browser as one in which this user has signed in. */
  remember(req: Request, res: Response, owner: Owner): void;
}

/** The longest that browsers keep a cookie. */
const life = 400 * 86_400_000;
/** Phones are shared by families; the account that signed in last stands first. */
const ownersAtMost = 5;

export const deviceCookieName = (tls: boolean) => (tls ? "__Host-device" : "device");

/**
 * The cookie is a random name of the browser and a mark for each account: an HMAC of that name, the
 * user's id and session epoch. It tells nobody who signed in, and only this server can make one.
 *
 * Whatever ends all sessions of a user (a new password, a reset, a shut-out) raises the epoch and so
 * ends the marks too: whoever had to be thrown out is a stranger again in every browser. There is no
 * second thing to end, which somebody might forget.
 * @param secrets those of the sessions; the first makes marks, all are accepted.
 */
export function createDevices({ secrets, tls }: { secrets: string[]; tls: boolean }): Devices {
  const cookie = deviceCookieName(tls);
  const keys = secrets.map((secret) => Buffer.from(hkdfSync("sha256", secret, "", "device", 32)));
  const pattern = new RegExp(
    `(?:^|;\\s*)${cookie}=([\\w-]{22})((?:\\.[\\w-]{43}){1,${ownersAtMost}})(?:;|$)`,
  );

  const read = (req: Request) => {
    const [, name, marks = ""] = pattern.exec(req.headers.cookie ?? "") ?? [];
    return name === undefined ? null : { name, marks: marks.slice(1).split(".") };
  };
  const marksOf = (name: string, { id, session_epoch }: Owner) =>
    keys.map((key) =>
      createHmac("sha256", key).update(`${name}:${id}:${session_epoch}`).digest("base64url"),
    );
  const isAmong = (marks: readonly string[], expected: readonly string[]) =>
    marks.some((mark) =>
      expected.some((one) => timingSafeEqual(Buffer.from(mark), Buffer.from(one))),
    );

  return {
    isMarked: (req) => read(req) !== null,

    nameFor(req, owner) {
      const device = read(req);
      return device && isAmong(device.marks, marksOf(device.name, owner)) ? device.name : null;
    },

    remember(req, res, owner) {
      const { name, marks } = read(req) ?? {
        name: randomBytes(16).toString("base64url"),
        marks: [],
      };
      const mine = marksOf(name, owner);
      const others = marks.filter((mark) => !isAmong([mark], mine));
      res.cookie(cookie, [name, mine[0], ...others].slice(0, 1 + ownersAtMost).join("."), {
        httpOnly: true,
        sameSite: "strict",
        secure: tls,
        path: "/",
        maxAge: life,
      });
    },
  };
}
