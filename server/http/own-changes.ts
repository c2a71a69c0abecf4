import type { Request, Response } from "express";
import { lagAtMost } from "../db/watch-replica.ts";

/** In ms: longer than the greatest lag at which a replica is read. */
const life = lagAtMost + 5_000;

const cookieName = (tls: boolean) => (tls ? "__Host-changed" : "changed");

/**
 * Marks the browser that sends a change: for a while its reads come from the primary, whichever
 * process they reach, so that nobody sees the state before their own change (D49).
 */
export function noteOwnChange(res: Response, tls: boolean): void {
  res.cookie(cookieName(tls), "1", {
    httpOnly: true,
    sameSite: "strict",
    secure: tls,
    path: "/",
    maxAge: life,
  });
}

export const hasJustChanged = (req: Request, tls: boolean): boolean =>
  (req.headers.cookie ?? "").includes(`${cookieName(tls)}=`);
