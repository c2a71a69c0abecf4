import { randomUUID } from "node:crypto";
import type { Request, Response } from "express";
import type { Knex } from "knex";
import { type Trace, writeAudit } from "#server/http/audit.ts";
import type { Devices } from "#server/http/devices.ts";
import type { Viewer } from "#server/http/handler.ts";
import { regenerateSession } from "#server/http/sessions.ts";
import type { Services } from "#server/services.ts";
import type { Session } from "#shared/sessions.ts";
import { closeLogin, openLogin } from "../logins/portal-logins.ts";
import { endSubscriptionsOfSession } from "../push/subscriptions.ts";
import { readSession } from "./sessions.ts";

interface CallContext extends Pick<Services, "db" | "clock"> {
  req: Request;
  res: Response;
  devices: Devices;
  trace: Trace | null;
}

/** In milliseconds: how long a sign-in whose password was right waits for a second factor. */
const heldFor = 10 * 60_000;

/** Begins a user's session in this browser under a new id. */
export async function beginSession(
  req: Request,
  viewer: Viewer,
  epoch: number,
  now: Date,
  loginKey: string,
) {
  const { factor } = req.session;
  await regenerateSession(req, viewer.role);
  const data = { viewer, epoch, signedInAt: now.getTime(), loginKey };
  Object.assign(req.session, data, factor && { factor });
}

/** The days for a first second factor begin with the first sign-in of a member of staff (D53). */
async function beginFactorDays(trx: Knex, { userId, role }: Viewer, now: Date): Promise<void> {
  if (role !== "manager") return;
  await trx("users").where({ id: userId, factor_asked_at: null }).update({ factor_asked_at: now });
}

/**
 * Signs a user in. The user who was signed in in this browser before gets no more notifications
 * here.
 * @param detail for the audit row.
 */
export async function enter(
  call: CallContext,
  { viewer, epoch }: { viewer: Viewer; epoch: number },
  detail: { factor?: Request["session"]["factor"]; oldHash?: "replaced" },
): Promise<Session> {
  const { db, clock, req, res, devices, trace } = call;
  const now = clock();
  const loginKey = randomUUID();
  const { userId } = viewer;
  if (req.session.loginKey) await closeLogin(db.sql, req.session.loginKey, now);
  await db.sql.transaction(async (trx) => {
    await endSubscriptionsOfSession(trx, req.sessionID);
    await openLogin(trx, userId, loginKey, now);
    await beginFactorDays(trx, viewer, now);
    const signedIn = { actorId: userId, action: "signed in", subjectId: userId, trace };
    await writeAudit(trx, { ...signedIn, detail });
  });
  if (detail.factor) req.session.factor = detail.factor;
  else delete (req.session as Partial<typeof req.session>).factor;
  await beginSession(req, viewer, epoch, now, loginKey);
  devices.remember(req, res, { id: userId, session_epoch: epoch });
  return readSession(db.sql, userId);
}

/**
 * Keeps a sign-in whose password was right until the second factor arrives; it ends the session of
 * the user who was signed in before.
 */
export async function holdSignIn(
  { db, clock, req }: CallContext,
  { viewer, epoch, isSetup }: { viewer: Viewer; epoch: number; isSetup: boolean },
): Promise<void> {
  const now = clock();
  if (req.session.loginKey) await closeLogin(db.sql, req.session.loginKey, now);
  await endSubscriptionsOfSession(db.sql, req.sessionID);
  await regenerateSession(req, "visitor");
  req.session.held = { viewer, epoch, until: now.getTime() + heldFor, isSetup };
}
