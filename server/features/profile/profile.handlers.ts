import type { Call, Handlers } from "#server/http/handler.ts";
import { Reply } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import { type CurrentReader, readVersion } from "#server/http/versions.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { PsychicProfile, profileEndpoints } from "#shared/profile.ts";
import { managersKeys, personKeys, psychicsOwnKeys } from "#shared/rules/profile.ts";
import { may } from "#shared/rules/staff.ts";
import { noteEmailChange } from "../confirmation/email-changes.ts";
import { limitEmailChanges } from "../confirmation/limit-account-notices.ts";
import { requireConfirmed } from "../confirmation/require-confirmed.ts";
import { dropRejection, notifyDecision } from "../notifications/create-notification.ts";
import { tellPlatform, tellPsychicChanged } from "../platform/tell-platform.ts";
import { changesOf, detailsOf } from "./change-profile.ts";
import { noteShownPin } from "./note-shown-pin.ts";
import {
  decideProfile,
  publishDetails,
  readManagerProfile,
  readPsychicProfile,
  storeDetails,
} from "./profile.ts";
import { storePerson, storePin, storePsychic } from "./update-profile.ts";

/** For the 412 of a write. An id without a psychic can only belong to the calling manager. */
export const readProfile: CurrentReader = async (call, ownerId) => {
  const { sql, viewer } = call;
  if (viewer?.role === "manager" && viewer.userId === ownerId) {
    return readManagerProfile(sql, ownerId);
  }
  return readShownProfile(call, ownerId);
};

/** A psychic's profile, without the PIN for staff who may not see PINs. */
async function readShownProfile(
  call: Parameters<CurrentReader>[0],
  id: number,
): Promise<PsychicProfile> {
  const { viewer } = call;
  const profile = await readPsychicProfile(call, id);
  const maySeePin = viewer?.userId === id || may(viewer?.staffRole, "see-pins");
  const shown = maySeePin ? profile : { ...profile, pin: null };
  await noteShownPin(call, shown);
  return shown;
}

type SaveCall = Call<
  typeof profileEndpoints.updateProfile | typeof profileEndpoints.updateOwnProfile
>;
type DecideCall = Call<
  typeof profileEndpoints.approveProfile | typeof profileEndpoints.rejectProfile
>;

export const profileHandlers: Handlers<typeof profileEndpoints> = {
  async getOwnProfile({ sql, vault, viewer, clock }) {
    const version = await readVersion(sql, "profile", viewer.userId, clock());
    return viewer.role === "manager"
      ? new Reply(await readManagerProfile(sql, viewer.userId), version)
      : new Reply(await readPsychicProfile({ sql, vault }, viewer.userId), version);
  },

  async getProfile(call) {
    const { sql, params, clock } = call;
    const version = await readVersion(sql, "profile", params.id, clock());
    return new Reply(await readShownProfile(call, params.id), version);
  },

  async updateOwnProfile(call) {
    const { userId, role } = call.viewer;
    if (role === "psychic") await savePsychic(call, userId);
    else await saveManager(call, userId);
    return undefined;
  },

  async updateProfile(call) {
    await savePsychic(call, call.params.id);
    return undefined;
  },

  async approveProfile(call) {
    await decide(call, "Approved", null);
    const details = await publishDetails(call.sql, call.params.id);
    await tellPlatform(call, "profile.approved", call.params.id, { ...details });
    return undefined;
  },

  async rejectProfile(call) {
    const { body }: { body: BodyOf<typeof profileEndpoints.rejectProfile> } = call;
    await decide(call, "Rejected", body?.reason || null);
    return undefined;
  },
};

async function saveManager(call: SaveCall, id: number): Promise<void> {
  const stored = await readManagerProfile(call.sql, id);
  const changes = changesOf(stored, call.body.profile, personKeys);
  if (isEmpty(changes)) return;
  if (changes.email !== undefined) await requireConfirmed(call);
  await storePerson(call, id, changes);
  await auditChanges(call, id, { ...stored }, changes);
  await tellOwner(call, id, stored.email, changes);
}

async function savePsychic(call: SaveCall, id: number): Promise<void> {
  const { sql, viewer } = call;
  const stored = await readPsychicProfile(call, id);
  const keys = viewer.role === "manager" ? managersKeys : psychicsOwnKeys;
  const changes = changesOf(stored, call.body.profile, keys);
  // There is nothing to approve: the profile keeps its status (F7).
  if (isEmpty(changes)) return;
  const details = detailsOf(stored, changes);
  const { email, pin } = changes;
  if (email !== undefined || pin) await requireConfirmed(call);
  if (email !== undefined) await limitEmailChanges(call);
  await storePerson(call, id, changes);
  if (details) await storeDetails(sql, id, details);
  if (pin) await storePin(call, id, pin);
  await storePsychic(call, id, changes);
  await dropRejection(call, id, "profile");
  await auditChanges(call, id, { ...stored }, changes);
  await tellOwner(call, id, stored.email, changes);
  if (pin) await tellPsychicChanged(call, id, { pin });
}

const isEmpty = (changes: object) => Object.keys(changes).length === 0;

/** Old and new values of the changed keys; of a PIN only that it changed. */
async function auditChanges(
  call: SaveCall,
  id: number,
  stored: Record<string, unknown>,
  { pin, ...to }: Partial<PsychicProfile>,
): Promise<void> {
  const from = Object.fromEntries(Object.keys(to).map((key) => [key, stored[key]]));
  await call.audit("profile changed", id, { from, to, ...(pin && { pin_changed: true }) });
}

/**
 * Sends letters about changes of the e-mail and the PIN, which can recover an account. The old
 * address can undo a new one (B6).
 */
async function tellOwner(
  { sql, jobs, viewer, clock }: SaveCall,
  id: number,
  oldEmail: string,
  { email, pin }: Partial<PsychicProfile>,
): Promise<void> {
  const byManager = viewer.userId !== id;
  if (email !== undefined) {
    const change = { userId: id, oldEmail, byManager, now: clock() };
    const changeId = await noteEmailChange(sql, change);
    await jobs.send("send-email-change-mail", { changeId }, sql);
  }
  if (pin) {
    const by = byManager ? "manager" : "owner";
    await jobs.send("send-account-notice", { userId: id, what: "pin", by }, sql);
  }
}

/** @throws Refusal 409 unless the profile is Pending. */
async function decide(
  call: DecideCall,
  status: "Approved" | "Rejected",
  reason: string | null,
): Promise<void> {
  const { id } = call.params;
  if (!(await decideProfile(call.sql, id, { status, reason, now: call.clock() }))) {
    throw new Refusal("state_forbids", { detail: "No profile is pending" });
  }
  const action = status === "Approved" ? "profile approved" : "profile rejected";
  await call.audit(action, id, { from: "Pending", to: status, reason });
  await notifyDecision(call, id, "profile", status);
}
