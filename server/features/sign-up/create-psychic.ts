import type { Knex } from "knex";
import { hashPassword } from "#server/crypto/passwords.ts";
import type { Viewer } from "#server/http/handler.ts";
import { networkOf } from "#server/http/network.ts";
import type { Services } from "#server/services.ts";
import { phoneDefaults } from "#shared/phone-fields.ts";
import { defaultContactMethod } from "#shared/reference/contact-methods.ts";
import { defaultGender } from "#shared/reference/genders.ts";
import { defaultLanguage } from "#shared/reference/languages.ts";
import { normalPostalCode, otherLanguages } from "#shared/rules/profile.ts";
import { prefixOf, type SignUp } from "#shared/sign-up-fields.ts";
import { phonePinIndex, pinContext } from "../phones/phone-pin.ts";
import { storeDetails } from "../profile/profile.ts";
import { ssnContext } from "../psychics/correct-psychic.ts";
import { findLinked } from "../psychics/linked-accounts.ts";
import { insertWithExtension, isReferralKnown, type Manager } from "./sign-up.ts";
import { isPairFree, takenRefusal } from "./username-and-pin.ts";

type CreateContext = Pick<Services, "vault" | "clock"> & {
  sql: Knex;
  viewer: Viewer | null;
  address: string;
};

/**
 * Creates a psychic's account in the caller's transaction: Pending, unavailable, with a phone, and
 * with details that await approval.
 * @returns the user_id.
 * @throws Refusal 409 if the username, or the pair of phone and PIN, is in use.
 */
export async function createPsychic(
  call: CreateContext,
  given: SignUp,
  manager: Manager,
): Promise<number> {
  const { sql, clock } = call;
  const id = await insertUser(call, given, manager);
  const hasPhone = id !== undefined && (await insertPhone(call, id, given));
  if (!hasPhone) {
    const pair = id !== undefined || !(await isPairFree(call, given.phone, given.pin));
    throw takenRefusal({ username: id === undefined, pair });
  }
  await insertAccount(call, id, given, manager);
  const language = given.language ?? defaultLanguage;
  await storeDetails(sql, id, {
    zodiac: given.zodiac,
    gender: given.gender ?? defaultGender,
    language,
    languages: otherLanguages(language, given.languages ?? []),
    experience: given.experience,
    credentials: given.credentials ?? [],
  });
  // Without a row, clients would show B, as if the psychic were on a call. A new psychic is
  // Unavailable (D23a).
  await sql("availability").insert({ psychic_id: id, code: "U", at: clock(), set_by: "portal" });
  return id;
}

/** @returns undefined if the username is in use. */
async function insertUser(
  { sql, clock, viewer, address }: CreateContext,
  given: SignUp,
  manager: Manager,
): Promise<number | undefined> {
  const { username, first, last, address1, address2, city, region, country, email } = given;
  const requester = viewer ? { isKnown: true } : { sender: networkOf(address).subscriber };
  const [user] = await sql("users")
    .insert({
      role: "psychic",
      brand: manager.brand,
      username,
      // In the transaction, so that the idempotency key covers all of it.
      password_hash: await hashPassword(given.password, requester),
      first,
      last,
      address1,
      address2: address2 || null,
      // Never null: the schema refuses a code that is not one of the country.
      postal_code: normalPostalCode(country, given.postal_code) as string,
      city,
      region,
      country,
      country_code: prefixOf(given),
      email,
      created_at: clock(),
    })
    .onConflict()
    .ignore()
    .returning("id");
  return user?.id;
}

/** @returns whether the pair of number and PIN was free. */
async function insertPhone(
  { sql, vault }: CreateContext,
  id: number,
  given: SignUp,
): Promise<boolean> {
  const inserted = await sql("phones")
    .insert({
      ...phoneDefaults,
      user_id: id,
      place: 1,
      preferred: true,
      phone_number: given.phone,
      country_code: prefixOf(given),
      type: given.phone_type ?? phoneDefaults.type,
      sms: given.sms ?? false,
      pin_index: phonePinIndex(vault, given.phone, given.pin),
    })
    .onConflict("pin_index")
    .ignore()
    .returning("id");
  return inserted.length === 1;
}

async function insertAccount(
  { sql, vault, clock }: CreateContext,
  id: number,
  given: SignUp,
  manager: Manager,
): Promise<void> {
  const ssnIndex = vault.index("ssn", given.ssn);
  const postal_code = normalPostalCode(given.country, given.postal_code) ?? "";
  const facts = { ...given, postal_code, ssnIndex, phones: [given.phone] };
  const linked = await findLinked(sql, facts, id);
  await insertWithExtension(sql, {
    user_id: id,
    manager_id: manager.id,
    account_status: "Pending",
    account_status_since: clock(),
    requires_approval: linked.length > 0,
    referral: given.referral || null,
    referral_known: given.referral ? await isReferralKnown(sql, given.referral) : false,
    contact_method: given.contact_method ?? defaultContactMethod,
    ssn_sealed: vault.seal(given.ssn, ssnContext(id)),
    ssn_index: ssnIndex,
    pin_sealed: vault.seal(given.pin, pinContext(id)),
    profile_status: "Pending",
    profile_since: clock(),
  });
}
