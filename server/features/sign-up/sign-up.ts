import { randomInt } from "node:crypto";
import type { Knex } from "knex";
import { oneRow } from "#server/db/one-row.ts";
import type { Inserted } from "#server/db/table.ts";
import type { Viewer } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import { agreementVersion } from "#shared/reference/agreement.ts";
import type { Brand } from "#shared/reference/brands.ts";
import { may } from "#shared/rules/staff.ts";
import { managersWhoSignIn } from "../managers/managers.ts";

/** The manager of a new psychic, and the brand that writes to them. */
export interface Manager {
  id: number;
  brand: string;
}

/**
 * The calling manager; for the public, the brand's oldest manager who can sign in, or else the
 * oldest of any brand who can. Locks that manager, so that a simultaneous shut-out waits and also
 * hands over this psychic (B3).
 * @throws Refusal 503 without such a manager, 401 if the calling manager was shut out in the
 * meantime.
 */
export async function managerFor(
  sql: Knex,
  callerId: number | null,
  brand: Brand["key"],
): Promise<Manager> {
  const managers = managersWhoSignIn(sql).forShare();
  if (callerId !== null) {
    const caller = await managers.where({ id: callerId }).first("id", "brand");
    if (!caller) throw new Refusal("not_signed_in");
    return caller;
  }
  const manager = await managers.orderByRaw("brand = ? desc, id", [brand]).first("id");
  if (!manager) throw new Refusal("unavailable", { detail: "No manager yet", retryAfter: 3600 });
  return { id: manager.id, brand };
}

/**
 * The manager of a psychic whom staff add: the caller, if psychics can belong to the caller's role.
 * Otherwise the manager who would get a sign-up at `brand`, by default at the caller's brand.
 */
export async function managerForStaff(
  sql: Knex,
  { userId, staffRole }: Viewer,
  brand: Brand["key"] | null | undefined,
): Promise<Manager> {
  const caller = await oneRow(sql("users").where({ id: userId }).first("brand"));
  const owner = may(staffRole, "edit-psychics") ? userId : null;
  return managerFor(sql, owner, brand ?? (caller.brand as Brand["key"]));
}

/** Fewer than half of the extensions are in use, so this many misses in a row have another cause. */
const draws = 50;

/** Lower numbers are the brands' own referral numbers. */
export const extensions = { from: 300_000, to: 999_999 };

/**
 * Inserts the row of `psychics` with a free extension. A constraint prevents two sign-ups from
 * getting the same one.
 * @throws Refusal 503 if none was free.
 */
export async function insertWithExtension(
  sql: Knex,
  row: Omit<Inserted<"psychics">, "extension">,
): Promise<void> {
  for (let draw = 0; draw < draws; draw++) {
    const extension = String(randomInt(extensions.from, extensions.to + 1));
    const inserted = await sql("psychics")
      .insert({ ...row, extension })
      .onConflict("extension")
      .ignore()
      .returning("user_id");
    if (inserted.length === 1) return;
  }
  throw new Refusal("unavailable", { detail: "No extension is free", retryAfter: 60 });
}

/** Whether a referral is a psychic's extension; an unknown one is stored and flagged (D32). */
export async function isReferralKnown(sql: Knex, referral: string): Promise<boolean> {
  return (await sql("psychics").where({ extension: referral }).first("user_id")) !== undefined;
}

/** Records which agreement was accepted, when, and from where (D30). */
export async function storeAgreement(
  sql: Knex,
  userId: number,
  { brand, address, now }: { brand: Brand["key"]; address: string; now: Date },
): Promise<void> {
  await sql("agreements").insert({
    user_id: userId,
    brand,
    version: agreementVersion,
    agreed_at: now,
    address,
  });
}
