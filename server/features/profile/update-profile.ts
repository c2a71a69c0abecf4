import type { Knex } from "knex";
import { constraintOf } from "#server/db/constraint-of.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { Services } from "#server/services.ts";
import type { PsychicProfile } from "#shared/profile.ts";
import { usernameIsTaken } from "#shared/profile-fields.ts";
import { personKeys } from "#shared/rules/profile.ts";
import { limitOwnPairs, phonePinIndex, pinContext, writePair } from "../phones/phone-pin.ts";
import { spendLinks } from "../sessions/passwords.ts";

type WriteContext = Pick<Services, "vault" | "clock"> & { sql: Knex };

const personColumns = ["username", ...personKeys] as const;
const psychicColumns = ["contact_method"] as const;

/**
 * Stores the user's part of a profile: names, address, e-mail, username.
 * @throws Refusal 409 if the username is taken.
 */
export async function storePerson(
  { sql, clock }: WriteContext,
  userId: number,
  changes: Partial<PsychicProfile>,
): Promise<void> {
  const columns = personColumns.filter((column) => column in changes);
  if (columns.length === 0) return;
  try {
    await sql("users")
      .where({ id: userId })
      .update(Object.fromEntries(columns.map((column) => [column, changes[column]])));
  } catch (error) {
    if (constraintOf(error) !== "users_username") throw error;
    throw new Refusal("state_forbids", {
      errors: [{ path: "profile.username", code: "taken", message: usernameIsTaken }],
    });
  }
  // Links that went to the old address must stop working. They are used up only now that the user's
  // row is locked: makeLink and setPassword lock in the same order, so that no two deadlock.
  if (columns.includes("email")) await spendLinks(sql, userId, clock());
}

/**
 * Stores the psychic's part of a profile, apart from the details and the PIN. Every change makes a
 * profile Pending, whichever field it was (S1).
 */
export async function storePsychic(
  { sql, clock }: WriteContext,
  psychicId: number,
  changes: Partial<PsychicProfile>,
): Promise<void> {
  const columns = psychicColumns.filter((column) => column in changes);
  await sql("psychics")
    .where({ user_id: psychicId })
    .update({
      profile_status: "Pending",
      profile_since: clock(),
      ...Object.fromEntries(columns.map((column) => [column, changes[column]])),
    });
}

/**
 * Stores a psychic's PIN, and the index of each pair of number and PIN.
 * @throws Refusal 409 if another psychic has one of the pairs.
 */
export async function storePin(
  call: WriteContext & Parameters<typeof limitOwnPairs>[0],
  psychicId: number,
  pin: string,
): Promise<void> {
  const { sql, vault } = call;
  await sql("psychics")
    .where({ user_id: psychicId })
    .update({ pin_sealed: vault.seal(pin, pinContext(psychicId)) });
  const phones = await sql("phones").where({ user_id: psychicId }).select("id", "phone_number");
  for (const { id, phone_number } of phones) {
    await limitOwnPairs(call, phone_number);
    const pin_index = phonePinIndex(vault, phone_number, pin);
    await writePair("profile.pin", () => sql("phones").where({ id }).update({ pin_index }));
  }
}
