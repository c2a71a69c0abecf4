import { randomUUID } from "node:crypto";
import { hashPassword } from "#server/crypto/passwords.ts";
import { writeAudit } from "#server/http/audit.ts";
import type { Handlers } from "#server/http/handler.ts";
import { lockPsychic } from "#server/http/lock-psychic.ts";
import { Refusal } from "#server/http/refusal.ts";
import { destroySession, refuseLostCookie } from "#server/http/sessions.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import type { sessionEndpoints } from "#shared/sessions.ts";
import { checkOwnPassword } from "../confirmation/check-own-password.ts";
import { limitAccountNotices } from "../confirmation/limit-account-notices.ts";
import { requireConfirmed } from "../confirmation/require-confirmed.ts";
import { placeOfZone } from "../devices/place-of-zone.ts";
import { hasFactors, isFactorDue, readUsableFactors } from "../factors/factors.ts";
import { closeLogins } from "../logins/portal-logins.ts";
import { endSubscriptionsOfSessions, moveSubscriptions } from "../push/subscriptions.ts";
import { beginSession, browserIn, enter, holdSignIn } from "./begin-session.ts";
import { checkCredentials } from "./check-credentials.ts";
import { mayMailLink } from "./forgot-limit.ts";
import { findLink, grantLife, isUnused, setPassword, spendLink } from "./passwords.ts";
import { lockOpenSession, readSession, replaceOldHash } from "./sessions.ts";
import { refuseWeakFor } from "./weak-password.ts";

export const sessionHandlers: Handlers<typeof sessionEndpoints> = {
  signIn: async (call) => {
    const { db, req, query } = call;
    refuseLostCookie(req);
    const found = await checkCredentials(call);
    const epoch = found.newHash ? await replaceOldHash(db.sql, found) : found.session_epoch;
    // Another sign-in has replaced the old hash: check the password against the new one.
    if (epoch === undefined) return sessionHandlers.signIn(call);
    const viewer = { userId: found.id, role: found.role, staffRole: found.staff_role };
    const entrant = { viewer, epoch, place: placeOfZone(query.time_zone) };
    if (found.has_factor) {
      await holdSignIn(call, { ...entrant, isSetup: false });
      const current = await readUsableFactors(call, found.id);
      throw new Refusal("factor_needed", { current });
    }
    if (isFactorDue(call, found)) {
      await holdSignIn(call, { ...entrant, isSetup: true });
      throw new Refusal("factor_setup_needed");
    }
    const entered = await enter(call, entrant, found.newHash ? { oldHash: "replaced" } : {});
    // The password has changed, or the account was locked: check again.
    return entered ?? sessionHandlers.signIn(call);
  },

  getSession: ({ sql, viewer, clock }) => readSession(sql, viewer.userId, newYorkDay(clock())),

  getKeptKey: ({ vault, viewer }) => ({ key: vault.keptKey(viewer.userId).toString("base64") }),

  signOut: async ({ db, clock, req, viewer, trace }) => {
    const { loginKey } = req.session;
    const sid = req.sessionID;
    await destroySession(req);
    await db.sql.transaction(async (trx) => {
      await endSubscriptionsOfSessions(trx, [sid]);
      if (loginKey) await closeLogins(trx, [loginKey], clock());
      await writeAudit(trx, {
        actorId: viewer.userId,
        action: "signed out",
        subjectId: viewer.userId,
        trace,
      });
    });
    return undefined;
  },

  forgotPassword: async (call) => {
    const { body, jobs, sql, brand } = call;
    // The same work for known and unknown addresses: the job looks them up. Over the limit the job
    // runs too, but sends nothing.
    const email = (await mayMailLink(call, body.email)) ? body.email : null;
    await jobs.send("send-recovery-mail", { email, brand: brand.key }, sql);
    return undefined;
  },

  authorizePassword: async ({ params, sql, clock, req }) => {
    refuseLostCookie(req);
    // From another site the browser sends no SameSite cookie, so the answer would replace the
    // visitor's session. Letters link to a page of ours, which makes this call.
    if (req.get("sec-fetch-site") === "cross-site") throw new Refusal("not_found");
    const now = clock();
    const found = await findLink(sql, params.value, now);
    if (!found) throw new Refusal("not_found");
    // A mail program that only looks whether the address exists gets no grant.
    if (req.method === "HEAD") return undefined;
    req.session.grant = { ...found, until: now.getTime() + grantLife };
    return undefined;
  },

  setPasswordUnchecked: async (call) => {
    const { body, db, clock, jobs, req, res, devices, viewer, trace } = call;
    const { grant } = req.session;
    const now = clock();
    if (!grant) throw new Refusal("not_allowed");
    // Checked before the costly hashing: the link of the grant may have been used.
    if (!(await isUnused(db.sql, grant.link))) throw new Refusal("not_allowed");
    await refuseWeakFor(db.sql, grant.userId, body.password);
    const passwordHash = await hashPassword(body.password, { isKnown: true });
    const epoch = await db.sql.transaction(async (trx) => {
      // A link works once, though several sessions may have a grant of it.
      if (!(await spendLink(trx, grant.userId, grant.link, now))) throw new Refusal("not_allowed");
      const raised = await setPassword(trx, { userId: grant.userId, passwordHash, at: now });
      await writeAudit(trx, {
        actorId: null,
        action: "password recovered",
        subjectId: grant.userId,
        trace,
      });
      const notice = { userId: grant.userId, what: "password", by: "owner" } as const;
      await jobs.send("send-account-notice", notice, trx);
      return raised;
    });
    // The owner signs in next, and must get in even if strangers' attempts have locked the account.
    devices.remember(req, res, { id: grant.userId, session_epoch: epoch as number });
    // Another user's session in this browser stays, without the grant. This user's sessions have
    // all ended.
    if (viewer && viewer.userId !== grant.userId) delete req.session.grant;
    else await destroySession(req);
    return undefined;
  },

  changePassword: async (call) => {
    const { body, db, clock, jobs, req, res, devices, viewer, trace } = call;
    await refuseWeakFor(db.sql, viewer.userId, body.password);
    await checkOwnPassword(call, "old", body.old);
    // The password alone confirms nothing for a user with a passkey or a code app.
    const needsFactor = await hasFactors(db.sql, viewer.userId);
    if (needsFactor) await requireConfirmed({ ...call, sql: db.sql });
    else await limitAccountNotices(call);
    const passwordHash = await hashPassword(body.password, { isKnown: true });
    const now = clock();
    const { loginKey = randomUUID() } = req.session;
    const epoch = await db.sql.transaction(async (trx) => {
      await writeAudit(trx, {
        actorId: viewer.userId,
        action: "password changed",
        subjectId: viewer.userId,
        trace,
      });
      const keepSession = { sid: req.sessionID, loginKey };
      const raised = await setPassword(trx, {
        userId: viewer.userId,
        passwordHash,
        at: now,
        keepSession,
      });
      const notice = { userId: viewer.userId, what: "password", by: "owner" } as const;
      await jobs.send("send-account-notice", notice, trx);
      // A user who has signed out in between must not be signed in again by the answer.
      const isOpen = await lockOpenSession(trx, keepSession.sid);
      // A password set in between, as by a recovery link, must not be replaced.
      const isFirst = raised === (req.session.epoch ?? 0) + 1;
      if (!isOpen || !isFirst) throw new Refusal("not_signed_in");
      return raised;
    });
    // This session continues under a new id and epoch. All others have ended.
    const { sessionID, session } = req;
    await beginSession(req, {
      ...{ viewer, epoch: epoch as number, signedInAt: session.signedInAt ?? now.getTime() },
      ...{ loginKey, browser: browserIn(trace), place: session.place ?? null },
      ...(session.factor && { factor: session.factor }),
    });
    // The user has just given the old password. An earlier confirmation with a factor stays.
    req.session.confirmedAt = needsFactor ? (session.confirmedAt ?? 0) : now.getTime();
    await moveSubscriptions(db.sql, sessionID, req.sessionID);
    devices.remember(req, res, { id: viewer.userId, session_epoch: epoch as number });
    return undefined;
  },

  setAgentPassword: async (call) => {
    const { body, db, clock, jobs, viewer, trace } = call;
    await requireConfirmed(call);
    await refuseWeakFor(db.sql, body.id, body.password);
    const passwordHash = await hashPassword(body.password, { isKnown: true });
    const password = { userId: body.id, passwordHash, at: clock(), role: "psychic" } as const;
    await db.sql.transaction(async (trx) => {
      const blocked = await lockPsychic(
        trx,
        { psychic: "id", openWhileBlocked: true },
        body.id,
        null,
      );
      if (blocked) throw blocked;
      const epoch = await setPassword(trx, password);
      if (epoch === undefined) throw new Refusal("not_found");
      await writeAudit(trx, {
        actorId: viewer.userId,
        action: "password set",
        subjectId: body.id,
        trace,
      });
      const notice = { userId: body.id, what: "password", by: "manager" } as const;
      await jobs.send("send-account-notice", notice, trx);
    });
    return undefined;
  },
};
