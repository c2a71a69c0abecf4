import { randomUUID } from "node:crypto";
import type { Request } from "express";
import type { SessionData } from "express-session";
import type { Knex } from "knex";
import { type Trace, writeAudit } from "#server/http/audit.ts";
import type { Call, Viewer } from "#server/http/handler.ts";
import { regenerateSession } from "#server/http/sessions.ts";
import type { Services } from "#server/services.ts";
import type { EndpointData } from "#shared/http/endpoint.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import type { Session } from "#shared/sessions.ts";
import { rememberBrowser } from "../devices/known-browsers.ts";
import { noticeNewBrowser } from "../devices/sign-in-notices.ts";
import { closeLogins, openLogin } from "../logins/portal-logins.ts";
import { endSubscriptionsOfSessions } from "../push/subscriptions.ts";
import { readSession } from "./sessions.ts";

type CallContext = Pick<
  Call<EndpointData>,
  keyof Services | "limits" | "devices" | "trace" | "req" | "res"
>;

/** A user who has proved who they are, and the city of the browser's time zone. */
export interface Entrant {
  viewer: Viewer;
  /** The user's `session_epoch` when that was checked. */
  epoch: number;
  place: string | null;
}

/** In milliseconds: how long a sign-in whose password was right waits for a second factor. */
export const heldFor = 10 * 60_000;

type NewSession = Pick<
  SessionData,
  "viewer" | "epoch" | "signedInAt" | "loginKey" | "browser" | "place"
> &
  Partial<Pick<SessionData, "factor">>;

/** Begins a user's session in this browser under a new id. */
export async function beginSession(req: Request, data: NewSession): Promise<void> {
  await regenerateSession(req, data.viewer.role);
  Object.assign(req.session, data);
}

/** The browser in words. The audit trail calls an unknown browser "Other". */
export const browserIn = (trace: Trace | null) =>
  trace?.browser?.replace(/^Other\b/, "Unknown browser") ?? null;

/** The days for a first second factor begin with the first sign-in of a member of staff (D53). */
async function beginFactorDays(trx: Knex, { userId, role }: Viewer, now: Date): Promise<void> {
  if (role !== "manager") return;
  await trx("users").where({ id: userId, factor_asked_at: null }).update({ factor_asked_at: now });
}

/**
 * Signs a user in. The user who was signed in in this browser before gets no more notifications
 * here.
 * @param detail for the audit row.
 * @returns undefined if the user's epoch has been raised since the check: check again.
 */
export async function enter(
  call: CallContext,
  { viewer, epoch, place }: Entrant,
  detail: { factor?: SessionData["factor"]; oldHash?: "replaced" },
): Promise<Session | undefined> {
  const { db, clock, req, res, devices, trace } = call;
  const now = clock();
  const loginKey = randomUUID();
  const { userId } = viewer;
  const browser = browserIn(trace);
  const owner = { id: userId, session_epoch: epoch };
  const isKnown = devices.nameFor(req, owner) !== null;
  if (req.session.loginKey) await closeLogins(db.sql, [req.session.loginKey], now);
  const isIn = await db.sql.transaction(async (trx) => {
    const isNew = await rememberBrowser(trx, {
      ...{ userId, epoch, browser: devices.nameOf(req), at: now },
    });
    if (isNew === undefined) return false;
    // An earlier release marked a known browser only by the cookie's signature.
    if (isNew && !isKnown) await noticeNewBrowser(trx, call, { userId, browser, place, at: now });
    await endSubscriptionsOfSessions(trx, [req.sessionID]);
    await openLogin(trx, userId, loginKey, now);
    await beginFactorDays(trx, viewer, now);
    await writeAudit(trx, {
      ...{ actorId: userId, subjectId: userId, trace, detail },
      action: "signed in",
    });
    return true;
  });
  if (!isIn) return undefined;
  await beginSession(req, {
    ...{ viewer, epoch, signedInAt: now.getTime(), loginKey, browser, place },
    ...(detail.factor && { factor: detail.factor }),
  });
  devices.remember(req, res, owner);
  return readSession(db.sql, userId, newYorkDay(now.getTime()));
}

/**
 * Keeps a sign-in whose password was right until the second factor arrives; it ends the session of
 * the user who was signed in before.
 */
export async function holdSignIn(
  { db, clock, req }: CallContext,
  { isSetup, ...entrant }: Entrant & { isSetup: boolean },
): Promise<void> {
  const now = clock();
  if (req.session.loginKey) await closeLogins(db.sql, [req.session.loginKey], now);
  await endSubscriptionsOfSessions(db.sql, [req.sessionID]);
  await regenerateSession(req, "visitor");
  req.session.held = { ...entrant, until: now.getTime() + heldFor, isSetup };
}
