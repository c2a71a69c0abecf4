import type { Request } from "express";
import type { SessionData } from "express-session";
import type { Knex } from "knex";
import { writeAudit } from "#server/http/audit.ts";
import type { Call, Handlers, Viewer } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import { refuseLostCookie } from "#server/http/sessions.ts";
import type { Services } from "#server/services.ts";
import type { factorEndpoints } from "#shared/factors.ts";
import type { EndpointData } from "#shared/http/endpoint.ts";
import { requireConfirmed } from "../confirmation/require-confirmed.ts";
import { placeOfZone } from "../devices/place-of-zone.ts";
import { type Entrant, enter } from "../sessions/begin-session.ts";
import { findSigner, lockOpenSession } from "../sessions/sessions.ts";
import { resetMember } from "../staff/change-staff.ts";
import { checkAnswer, checkCode } from "./check-factor.ts";
import { beginCodeApp, confirmCodeApp, removeCodeApp } from "./code-app.ts";
import {
  afterRemoval,
  describeUser,
  hasFactors,
  lockUser,
  readFactors,
  removeFactors,
} from "./factors.ts";
import {
  addPasskey,
  challengeOptions,
  registrationOptions,
  removePasskey,
  renamePasskey,
} from "./passkeys.ts";
import { countRecoveryCodes, makeRecoveryCodes } from "./recovery-codes.ts";

type Endpoints = typeof factorEndpoints;
type AnyCall = Pick<
  Call<EndpointData>,
  keyof Services | "sql" | "limits" | "devices" | "trace" | "req" | "res" | "brand"
>;
type OwnCall = AnyCall & { viewer: Viewer };

/**
 * The sign-in that waits in this browser for a second factor, or with `isSetup` for the setup of
 * the first one.
 */
function findHeld({ req, clock }: AnyCall, isSetup: boolean) {
  const { held } = req.session;
  const isWaiting = held && held.isSetup === isSetup && held.until >= clock().getTime();
  return isWaiting ? held : null;
}

/** @throws Refusal 401 if no sign-in waits. */
function heldOf(call: AnyCall, isSetup: boolean) {
  const held = findHeld(call, isSetup);
  if (!held) throw new Refusal("not_signed_in");
  return held;
}

/** Writes an audit row about a refused factor. */
async function audited<T>(call: AnyCall, userId: number | null, check: () => Promise<T>) {
  try {
    return await check();
  } catch (error) {
    if (error instanceof Refusal && error.code === "invalid") {
      const why = error.errors?.[0]?.code;
      await writeAudit(call.db.sql, {
        ...{ actorId: null, action: "sign-in refused", subjectId: userId, trace: call.trace },
        detail: { factor: why },
      });
    }
    throw error;
  }
}

/** @throws Refusal 401 if the user may not sign in any more, or every session was ended. */
async function signerOf({ db }: AnyCall, userId: number, epoch?: number) {
  const signer = await findSigner(db.sql, userId);
  if (!signer || (epoch !== undefined && epoch !== signer.epoch)) {
    throw new Refusal("not_signed_in");
  }
  return signer;
}

/** @throws Refusal 401 if every session of the user was ended in the meantime. */
async function enterOrRefuse(call: AnyCall, entrant: Entrant, factor: SessionData["factor"]) {
  const entered = await enter(call, entrant, { factor });
  if (!entered) throw new Refusal("not_signed_in");
  return entered;
}

const isSettingUp = (req: Request) => !req.session.viewer;

/**
 * Requires a confirmation, except while the sign-in waits for a first factor: then the user has
 * just given the password.
 */
async function confirmedOrSettingUp(call: OwnCall): Promise<void> {
  if (!isSettingUp(call.req)) await requireConfirmed(call);
}

/**
 * Locks the caller until the commit. Since the checks before the transaction, "This was not me" or a
 * reset may have ended the session or the sign-in that waits.
 * @param heldEpoch of the sign-in that waits.
 * @throws Refusal 401.
 */
async function requireUnended(
  trx: Knex,
  { req, viewer }: OwnCall,
  heldEpoch: number | undefined,
): Promise<void> {
  const user = await lockUser(trx, viewer.userId);
  const isOpen = heldEpoch !== undefined || (await lockOpenSession(trx, req.sessionID));
  const epoch = heldEpoch ?? req.session.epoch ?? 0;
  if (!isOpen || user?.session_epoch !== epoch) throw new Refusal("not_signed_in");
}

/**
 * Adds a factor in one transaction, with recovery codes if the user has none. Then completes the
 * sign-in that waited for it.
 */
async function addFactor<T>(
  call: OwnCall,
  factor: "passkey" | "app",
  add: (trx: Knex) => Promise<T>,
): Promise<{ added: T; recovery_codes: string[] | null }> {
  const { db, vault, viewer, trace, jobs, req } = call;
  const { userId } = viewer;
  const held = isSettingUp(req) ? heldOf(call, true) : null;
  const signer = held && (await signerOf(call, userId, held.epoch));
  const result = await db.sql.transaction(async (trx) => {
    await requireUnended(trx, call, held?.epoch);
    // The password alone must not be enough to add a second one.
    if (held && (await hasFactors(trx, userId))) {
      throw new Refusal("state_forbids", {
        detail: "Your account now has a passkey or a code app. Sign in again with it",
      });
    }
    const added = await add(trx);
    const hasCodes = (await countRecoveryCodes(trx, userId)) > 0;
    const recovery_codes = hasCodes ? null : await makeRecoveryCodes({ sql: trx, vault }, userId);
    await writeAudit(trx, {
      ...{ actorId: userId, action: `${factor === "app" ? "code app" : "passkey"} added` },
      ...{ subjectId: userId, trace },
    });
    await jobs.send("send-account-notice", { userId, what: "factors", by: "owner" }, trx);
    return { added, recovery_codes };
  });
  if (held && signer) await enterOrRefuse(call, { ...signer, place: held.place }, factor);
  else req.session.factor ??= factor;
  return result;
}

export const factorHandlers: Handlers<Endpoints> = {
  async signInWithCode(call) {
    refuseLostCookie(call.req);
    const held = heldOf(call, false);
    const { userId } = held.viewer;
    const signer = await signerOf(call, userId, held.epoch);
    const factor = await audited(call, userId, () => checkCode(call, userId, call.body.code));
    return enterOrRefuse(call, { ...signer, place: held.place }, factor);
  },

  getPasskeyChallenge: async (call) => ({ ...(await challengeOptions(call)) }),

  async signInWithPasskey(call) {
    refuseLostCookie(call.req);
    const { body, query } = call;
    const held = findHeld(call, false);
    const heldId = held?.viewer.userId;
    const userId = await audited(call, heldId ?? null, () =>
      checkAnswer(call, body.credential, heldId),
    );
    const signer = await signerOf(call, userId, held?.epoch);
    const place = held?.place ?? placeOfZone(query.time_zone);
    return enterOrRefuse(call, { ...signer, place }, "passkey");
  },

  getFactors: ({ sql, clock, staffFactorDays, viewer }) =>
    readFactors({ sql, clock, staffFactorDays }, viewer.userId),

  async beginPasskey(call) {
    await confirmedOrSettingUp(call);
    return {
      ...(await registrationOptions(
        call,
        await describeUser(call.sql, call.viewer.userId, call.brand),
      )),
    };
  },

  async addPasskey(call) {
    await confirmedOrSettingUp(call);
    const { viewer, body } = call;
    const { added, recovery_codes } = await addFactor(call, "passkey", (trx) =>
      addPasskey({ ...call, sql: trx }, viewer.userId, body),
    );
    return { passkey: added, recovery_codes };
  },

  async renamePasskey({ sql, params, body, viewer }) {
    await renamePasskey(sql, { id: params.id, userId: viewer.userId, name: body.name });
    return undefined;
  },

  async removePasskey(call) {
    const { sql, params, viewer, audit, jobs } = call;
    await requireConfirmed(call);
    const user = await lockUser(sql, viewer.userId);
    await removePasskey(sql, { id: params.id, userId: viewer.userId });
    await afterRemoval(call, viewer.userId, user);
    await audit("passkey removed", viewer.userId);
    const notice = { userId: viewer.userId, what: "factors", by: "owner" } as const;
    await jobs.send("send-account-notice", notice, sql);
    return undefined;
  },

  async beginCodeApp(call) {
    await confirmedOrSettingUp(call);
    await lockUser(call.sql, call.viewer.userId);
    return beginCodeApp(call, await describeUser(call.sql, call.viewer.userId, call.brand));
  },

  async confirmCodeApp(call) {
    await confirmedOrSettingUp(call);
    const { viewer, body } = call;
    const code = body.code.replace(/\s/g, "");
    const { recovery_codes } = await addFactor(call, "app", (trx) =>
      confirmCodeApp({ ...call, sql: trx }, viewer.userId, code),
    );
    return { recovery_codes };
  },

  async removeCodeApp(call) {
    const { sql, viewer, audit, jobs } = call;
    await requireConfirmed(call);
    const user = await lockUser(sql, viewer.userId);
    await removeCodeApp(sql, viewer.userId);
    await afterRemoval(call, viewer.userId, user);
    await audit("code app removed", viewer.userId);
    const notice = { userId: viewer.userId, what: "factors", by: "owner" } as const;
    await jobs.send("send-account-notice", notice, sql);
    return undefined;
  },

  async makeRecoveryCodes(call) {
    const { sql, viewer, audit, jobs } = call;
    const { userId } = viewer;
    await requireConfirmed(call);
    await lockUser(sql, userId);
    if (!(await hasFactors(sql, userId))) {
      throw new Refusal("state_forbids", { detail: "Add a passkey or a code app first" });
    }
    const recovery_codes = await makeRecoveryCodes(call, userId);
    await audit("recovery codes made", userId);
    await jobs.send("send-account-notice", { userId, what: "factors", by: "owner" }, sql);
    return { recovery_codes };
  },

  async resetStaffFactors(call) {
    const { sql, params, viewer, clock, audit, jobs } = call;
    await requireConfirmed(call);
    await resetMember(sql, { id: params.id, by: viewer.userId, at: clock() });
    await audit("factors reset", params.id);
    const notice = { userId: params.id, what: "factors", by: "manager" } as const;
    await jobs.send("send-account-notice", notice, sql);
    return undefined;
  },

  async resetPsychicFactors(call) {
    const { sql, params, clock, audit, jobs } = call;
    await requireConfirmed(call);
    await removeFactors(sql, params.id, clock());
    await audit("factors reset", params.id);
    const notice = { userId: params.id, what: "factors", by: "manager" } as const;
    await jobs.send("send-account-notice", notice, sql);
    return undefined;
  },
};
