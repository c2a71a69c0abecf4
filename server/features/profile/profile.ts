import type { Knex } from "knex";
import type { Vault } from "#server/crypto/vault.ts";
import { oneRow } from "#server/db/one-row.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { ManagerProfile, ProfileDetails, PsychicProfile } from "#shared/profile.ts";
import { defaultGender } from "#shared/reference/genders.ts";
import { defaultLanguage } from "#shared/reference/languages.ts";
import { defaultPhoneType } from "#shared/reference/phone-types.ts";
import { keysToApprove, personKeys } from "#shared/rules/profile.ts";
import { pinContext } from "../phones/phone-pin.ts";
import { readPhones } from "../phones/phones.ts";

interface ReadContext {
  sql: Knex;
  vault: Vault;
}

/** The details of a psychic who has never filled them in. */
const blank = {
  zodiac: null,
  gender: defaultGender,
  language: defaultLanguage,
  languages: [],
  experience: null,
  credentials: [],
} as const;

/** A manager's own profile. */
export async function readManagerProfile(sql: Knex, userId: number): Promise<ManagerProfile> {
  const row = await oneRow(
    sql("users")
      .where({ id: userId })
      .first(...personKeys),
  );
  return { ...row, ...(await phonesPart(sql, userId)) };
}

async function phonesPart(sql: Knex, userId: number) {
  const phones = await readPhones(sql, userId);
  const preferred = phones.find((phone) => phone.preferred);
  return { phones, phone_type: preferred?.type ?? defaultPhoneType };
}

/**
 * A psychic's profile with its edited and its approved details.
 * @throws Refusal 404 if the id belongs to no psychic.
 */
export async function readPsychicProfile(
  { sql, vault }: ReadContext,
  userId: number,
): Promise<PsychicProfile> {
  const found = await sql("psychics as p")
    .join("users as u", "u.id", "p.user_id")
    .whereRaw("p.user_id = ?::bigint", [userId])
    .first(
      "p.user_id",
      "u.username",
      "p.profile_status",
      "p.pin_sealed",
      "p.contact_method",
      "p.profile_reason as reason",
      ...personKeys.map((column) => `u.${column}`),
    );
  if (!found) throw new Refusal("not_found");
  const { pin_sealed, ...row } = found;
  const details = await readDetails(sql, userId);
  return {
    ...row,
    pin: pin_sealed ? vault.open(pin_sealed, pinContext(userId)) : null,
    ...(await phonesPart(sql, userId)),
    ...(details.edited ?? details.approved ?? blank),
    approved: details.approved,
  };
}

async function readDetails(sql: Knex, psychicId: number) {
  const rows: (ProfileDetails & { state: "edited" | "approved" })[] = await sql("profile_details")
    .where({ psychic_id: psychicId })
    .select("state", ...keysToApprove);
  const detailsIn = (state: string): ProfileDetails | null => {
    const row = rows.find((one) => one.state === state);
    if (!row) return null;
    const { state: _, ...details } = row;
    return details;
  };
  return { edited: detailsIn("edited"), approved: detailsIn("approved") };
}

/** Stores the details that need approval. */
export async function storeDetails(
  sql: Knex,
  psychicId: number,
  details: ProfileDetails,
): Promise<void> {
  await sql("profile_details")
    .insert({ psychic_id: psychicId, state: "edited", ...details })
    .onConflict(["psychic_id", "state"])
    .merge([...keysToApprove]);
}

/**
 * Approves or rejects a Pending profile.
 * @returns whether it was Pending.
 */
export async function decideProfile(
  sql: Knex,
  psychicId: number,
  decision: { status: "Approved" | "Rejected"; reason: string | null; now: Date },
): Promise<boolean> {
  const { status, reason, now } = decision;
  const decided = await sql("psychics")
    .where({ user_id: psychicId, profile_status: "Pending" })
    .update({
      profile_status: status,
      profile_since: now,
      profile_reason: reason,
      // Approving also confirms the account (D5).
      ...(status === "Approved" && { requires_approval: false }),
    });
  return decided === 1;
}

/** Publishes the edited details. @returns what customers see now; null if there are none. */
export async function publishDetails(sql: Knex, psychicId: number): Promise<ProfileDetails | null> {
  await sql.raw(
    `insert into profile_details (psychic_id, state, ${keysToApprove.join(", ")})
     select psychic_id, 'approved', ${keysToApprove.join(", ")}
       from profile_details
      where psychic_id = ? and state = 'edited'
     on conflict (psychic_id, state) do update
       set ${keysToApprove.map((column) => `${column} = excluded.${column}`).join(", ")}`,
    [psychicId],
  );
  return (await readDetails(sql, psychicId)).approved;
}
