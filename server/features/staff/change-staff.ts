import type { Knex } from "knex";
import { invalid, Refusal } from "#server/http/refusal.ts";
import { may, type StaffRole } from "#shared/rules/staff.ts";
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

type Found = Manager & { staff_role: StaffRole | null };

/**
 * Locks all owners and the member, so that of two owners who take each other's role only the first
 * succeeds.
 * @throws Refusal 404 without such a member of staff.
 */
async function lockMember(trx: Knex, id: number): Promise<Found> {
  const rows: Found[] = await trx("users")
    .where({ role: "manager" })
    .where((either) => either.whereRaw("id = ?::bigint", [id]).orWhere({ staff_role: "owner" }))
    .orderBy("id")
    .forUpdate()
    .select("id", "username", "email", "brand", "staff_role");
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
 * @returns the role before.
 * @throws Refusal 404; 409 if the role has changed since, if psychics would belong to somebody who
 * may not edit them, or if no owner would be left.
 */
export async function changeRole(
  trx: Knex,
  id: number,
  role: StaffRole,
  from?: StaffRole | null,
): Promise<StaffRole> {
  const member = await lockMember(trx, id);
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

/**
 * Removes the password of a member of staff, which ends all their sessions, and gives their psychics
 * to the successor.
 * @returns how many psychics moved.
 * @throws Refusal 404; 409 for the caller and for the only owner; 422 if a successor is needed or
 * cannot take over.
 */
export async function shutOutMember(
  trx: Knex,
  { id, successor, by, at }: { id: number; successor: number | null; by: number; at: Date },
): Promise<number> {
  if (id === by) throw refuse("You cannot shut yourself out");
  const member = await lockMember(trx, id);
  const to = successor === null ? null : await lockSuccessor(trx, successor, member);
  // Remove the password first: that waits for sign-ups in progress with this manager, so that their
  // psychics move too.
  await setPassword(trx, { userId: id, passwordHash: null, at });
  if (member.staff_role === "owner") await refuseWithoutOwner(trx, member.username);
  if (to) return handOver(trx, member, to, by);
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
