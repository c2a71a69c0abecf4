import type { Knex } from "knex";
import type { Trace } from "#server/http/audit.ts";
import { invalid, Refusal } from "#server/http/refusal.ts";
import { may, type StaffRole } from "#shared/rules/staff.ts";
import { removeFactors } from "../factors/factors.ts";
import {
  countPsychicsOf,
  handOver,
  type Manager,
  managersWhoSignIn,
  staffWhoMay,
} from "../managers/managers.ts";
import { setPassword } from "../sessions/passwords.ts";

export const countedPsychics = (psychics: number): string =>
  psychics === 1 ? "1 psychic" : `${psychics} psychics`;

const refuse = (detail: string) => new Refusal("state_forbids", { detail });

type Found = Manager & { staff_role: StaffRole | null; password_hash: string | null };

/**
 * Locks all owners and the member. If two owners demote each other at the same time, only the first
 * succeeds.
 * @param by the caller; null for a command. The caller's role was checked before the body arrived,
 * so it may have changed.
 * @throws Refusal 403 unless the caller is still an owner who can sign in; 404 without such a member
 * of staff.
 */
export async function lockMember(trx: Knex, id: number, by: number | null): Promise<Found> {
  const rows: Found[] = await trx("users")
    .where({ role: "manager" })
    .where((either) => either.whereRaw("id = ?::bigint", [id]).orWhere({ staff_role: "owner" }))
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
  const owner = await staffWhoMay(trx, "manage-staff").first("id");
  if (!owner) throw refuse(`${username} is the only owner who can sign in`);
}

/**
 * Changes a role. It counts at once, also in open sessions.
 * @param from if given, the role must still be this one.
 * @param by the caller; null for a command.
 * @returns the role before.
 * @throws Refusal 403, 404; 409 if the role has changed since, if psychics would belong to somebody who
 * may not edit them, or if no owner would be left.
 */
export async function changeRole(
  trx: Knex,
  {
    id,
    role,
    from,
    by,
  }: {
    id: number;
    role: StaffRole;
    from?: StaffRole | null | undefined;
    by: number | null;
  },
): Promise<StaffRole> {
  const member = await lockMember(trx, id, by);
  const before = member.staff_role ?? "manager";
  if (from && from !== before) {
    throw refuse(`Somebody else has changed the role of ${member.username} to ${before}`);
  }
  // Change the role first: that waits for sign-ups in progress with this manager.
  await trx("users").where({ id }).update({ staff_role: role });
  const psychics = await countPsychicsOf(trx, id);
  if (psychics > 0 && !may(role, "edit-psychics")) {
    throw refuse(
      `${countedPsychics(psychics)} of ${member.username} would belong to somebody who may not edit them. Give them to another manager first`,
    );
  }
  if (before === "owner") await refuseWithoutOwner(trx, member.username);
  return before;
}

/**
 * The manager who takes over psychics: one who can sign in and may edit them. The row is locked, so
 * that this stays true until the commit.
 * @throws Refusal 422 at `successor`.
 */
async function lockSuccessor(trx: Knex, id: number, from: Manager): Promise<Manager> {
  if (id === from.id) throw invalid("successor", "Choose somebody else");
  const to: Manager | undefined = await managersWhoSignIn(trx)
    .where({ id })
    .forShare()
    .first("id", "username", "email", "brand");
  if (!to) throw invalid("successor", "This person cannot take over psychics");
  return to;
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
 * to the successor.
 * @returns how many psychics moved.
 * @throws Refusal 403, 404; 409 for the caller and for the only owner; 422 if a successor is needed or
 * cannot take over.
 */
export async function shutOutMember(
  trx: Knex,
  { id, successor, by, at, trace }: ShutOut,
): Promise<number> {
  if (id === by) throw refuse("You cannot shut yourself out");
  const member = await lockMember(trx, id, by);
  const to = successor === null ? null : await lockSuccessor(trx, successor, member);
  // Remove the password first: that waits for sign-ups in progress with this manager, so that their
  // psychics move too.
  await setPassword(trx, { userId: id, passwordHash: null, at });
  // A letter that is still in the queue must not let the member in again.
  await trx("invitations").where({ user_id: id }).del();
  if (member.staff_role === "owner") await refuseWithoutOwner(trx, member.username);
  if (to) return handOver(trx, member, to, { actorId: by, trace });
  const psychics = await countPsychicsOf(trx, id);
  if (psychics > 0) {
    throw invalid(
      "successor",
      `Choose who takes over the ${countedPsychics(psychics)}`,
      "required",
    );
  }
  return 0;
}

/**
 * Removes the second factors of a member of staff who has lost them, and ends all their sessions.
 * @throws Refusal 403, 404; 409 for the caller and for an owner, whom only a command resets: else one
 * stolen owner's session could take over the others.
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
