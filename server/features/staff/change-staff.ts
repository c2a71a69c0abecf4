import type { Knex } from "knex";
import type { Trace } from "#server/http/audit.ts";
import { invalid, Refusal } from "#server/http/refusal.ts";
import { may, type StaffRole } from "#shared/rules/staff.ts";
import { removeFactors } from "../factors/factors.ts";
import {
  type Belongings,
  countBelongings,
  countedBelongings,
  forgetAbsence,
  forgetManager,
  handOver,
} from "../managers/hand-over.ts";
import { lockManager, type Manager, staffWhoMay } from "../managers/managers.ts";
import { setPassword } from "../sessions/passwords.ts";

const refuse = (detail: string) => new Refusal("state_forbids", { detail });

type Found = Manager & { staff_role: StaffRole | null; password_hash: string | null };

/**
 * Locks all owners and the member. If two owners demote each other at the same time, only the first
 * succeeds.
 * @param by the caller; null for a command. The caller's role was checked before the body arrived,
 * so it may have changed.
 * @param successor is locked too, all in one order, so that two calls cannot deadlock.
 * @throws Refusal 403 unless the caller is still an owner who can sign in; 404 without such a member
 * of staff.
 */
export async function lockMember(
  trx: Knex,
  id: number,
  by: number | null,
  successor: number | null = null,
): Promise<Found> {
  const rows: Found[] = await trx("users")
    .where({ role: "manager" })
    .where((either) =>
      either
        .whereRaw("id = any (?::bigint[])", [[id, ...(successor === null ? [] : [successor])]])
        .orWhere({ staff_role: "owner" }),
    )
    .orderBy("id")
    .forNoKeyUpdate()
    .select("id", "username", "email", "brand", "staff_role", "password_hash");
  const caller = rows.find((row) => row.id === by);
  if (by !== null && (caller?.staff_role !== "owner" || caller.password_hash === null)) {
    throw new Refusal("not_allowed");
  }
  const member = rows.find((row) => row.id === id);
  if (!member) throw new Refusal("not_found");
  return member;
}

/** @throws Refusal 409 if nobody can manage the staff any more. */
async function refuseWithoutOwner(trx: Knex, username: string): Promise<void> {
  const owner = await staffWhoMay(trx, "manage-staff").where({ locked_at: null }).first("id");
  if (!owner) throw refuse(`${username} is the only owner who can sign in`);
}

/**
 * Changes a role. It counts at once, also in open sessions.
 * @param from if given, the role must still be this one.
 * @param by the caller; null for a command.
 * @returns the role before.
 * @throws Refusal 403, 404; 409 if the role has changed since, if psychics or applications would
 * belong to somebody who may not handle them, or if no owner would be left.
 */
export async function changeRole(
  trx: Knex,
  {
    id,
    role,
    from,
    by,
    trace,
  }: {
    id: number;
    role: StaffRole;
    from?: StaffRole | null | undefined;
    by: number | null;
    trace: Trace | null;
  },
): Promise<StaffRole> {
  const member = await lockMember(trx, id, by);
  const before = member.staff_role ?? "manager";
  if (from && from !== before) {
    throw refuse(`Somebody else has changed the role of ${member.username} to ${before}`);
  }
  // Change the role first: that waits for sign-ups in progress with this manager.
  await trx("users").where({ id }).update({ staff_role: role });
  const { psychics, contacts } = await countBelongings(trx, id);
  const left = {
    psychics: may(role, "edit-psychics") ? 0 : psychics,
    contacts: may(role, "handle-applications") ? 0 : contacts,
  };
  if (left.psychics + left.contacts > 0) {
    throw refuse(
      `${countedBelongings(left)} of ${member.username} would belong to somebody who may not handle them. Give them to another manager first`,
    );
  }
  if (!may(role, "edit-psychics")) await forgetManager(trx, id, { actorId: by, trace });
  if (!may(role, "handle-applications")) await forgetAbsence(trx, id);
  if (before === "owner") await refuseWithoutOwner(trx, member.username);
  return before;
}

/**
 * The manager who takes over: one who can sign in and may edit psychics.
 * @throws Refusal 422 at `successor`.
 */
async function lockSuccessor(trx: Knex, id: number, from: Manager): Promise<Manager> {
  if (id === from.id) throw invalid("successor", "Choose another person to take over");
  return lockManager(trx, id, { capability: "edit-psychics", path: "successor" });
}

/**
 * Removes the password of a member of staff, which ends all sessions, and the passkeys and codes,
 * which would count again after a new invitation. Also removes the invitation: its letter may still
 * be in the queue, and would let the member in again.
 */
export async function removePassword(trx: Knex, id: number, at: Date): Promise<void> {
  await setPassword(trx, { userId: id, passwordHash: null, at });
  await removeFactors(trx, id, at);
  await trx("invitations").where({ user_id: id }).del();
}

interface ShutOut {
  id: number;
  successor: number | null;
  /** The calling owner. */
  by: number;
  at: Date;
  trace: Trace | null;
}

/**
 * Removes the password of a member of staff, which ends all their sessions, and gives their psychics
 * and applications to the successor.
 * @returns how many moved.
 * @throws Refusal 403, 404; 409 for the caller and for the only owner; 422 if a successor is needed or
 * cannot take over.
 */
export async function shutOutMember(
  trx: Knex,
  { id, successor, by, at, trace }: ShutOut,
): Promise<Belongings> {
  if (id === by) throw refuse("You cannot shut yourself out");
  const member = await lockMember(trx, id, by, successor);
  const to = successor === null ? null : await lockSuccessor(trx, successor, member);
  // Remove the password first: that waits for sign-ups in progress with this manager, so that their
  // psychics move too.
  await removePassword(trx, id, at);
  if (member.staff_role === "owner") await refuseWithoutOwner(trx, member.username);
  await forgetManager(trx, id, { actorId: by, trace });
  await forgetAbsence(trx, id);
  if (to) return handOver(trx, member, to, { actorId: by, trace });
  const left = await countBelongings(trx, id);
  if (left.psychics + left.contacts > 0) {
    const message = `Choose who takes over the ${countedBelongings(left)}`;
    throw invalid("successor", message, "required");
  }
  return left;
}

/**
 * Removes the second factors of a member of staff who has lost them, and ends all their sessions.
 * @throws Refusal 403, 404; 409 for the caller and for an owner, whom only a command resets:
 * otherwise a stolen session of one owner could take over the others.
 */
export async function resetMember(
  trx: Knex,
  { id, by, at }: { id: number; by: number; at: Date },
): Promise<void> {
  const member = await lockMember(trx, id, by);
  if (id === by) throw refuse("You can change your own passkeys and code app under Security");
  if (member.staff_role === "owner") {
    throw refuse(`${member.username} is an owner: only the operator's command resets an owner`);
  }
  await removeFactors(trx, id, at);
}
