import type { Knex } from "knex";
import { oneRow } from "#server/db/one-row.ts";
import { invalid, Refusal } from "#server/http/refusal.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { invitationDays, type staffEndpoints } from "#shared/staff.ts";
import { lockMember } from "./change-staff.ts";

/**
 * Writes an invitation; the link of an earlier letter stops working once the next letter is sent.
 * @returns the number of the letter.
 */
async function writeInvitation(trx: Knex, userId: number, at: Date): Promise<number> {
  const { letters } = await oneRow(
    trx("invitations")
      .insert({ user_id: userId, invited_at: at, link_days: invitationDays })
      .onConflict("user_id")
      .merge({
        letters: trx.raw("invitations.letters + 1"),
        invited_at: at,
        link_days: invitationDays,
      })
      .returning("letters"),
  );
  return letters;
}

/**
 * Adds a member of staff who has no password yet, with an invitation.
 * @throws Refusal 422 if the username is taken.
 */
export async function inviteMember(
  trx: Knex,
  member: BodyOf<typeof staffEndpoints.inviteStaff>,
  at: Date,
): Promise<{ id: number; letter: number }> {
  const { role, ...person } = member;
  // Staff enter their address themselves, on the profile screen.
  const [row] = await trx("users")
    .insert({
      ...person,
      ...{ role: "manager", staff_role: role },
      ...{ address1: "", postal_code: "", city: "", region: "", country: "US" },
    })
    .onConflict(trx.raw("(lower(username))"))
    .ignore()
    .returning("id");
  if (!row) throw invalid("username", "Username is taken", "taken");
  return { id: row.id, letter: await writeInvitation(trx, row.id, at) };
}

/**
 * Invites a member without a password again: one whose link has expired, or who was shut out.
 * @param by the calling owner.
 * @returns the number of the letter.
 * @throws Refusal 403, 404; 409 if the member can sign in.
 */
export async function inviteAgain(
  trx: Knex,
  { id, by, at }: { id: number; by: number; at: Date },
): Promise<number> {
  const member = await lockMember(trx, id, by);
  if (member.password_hash !== null) {
    throw new Refusal("state_forbids", { detail: `${member.username} can sign in already` });
  }
  return writeInvitation(trx, id, at);
}
