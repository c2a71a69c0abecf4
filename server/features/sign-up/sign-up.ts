import { randomInt } from "node:crypto";
import type { Knex } from "knex";
import { oneRow } from "#server/db/one-row.ts";
import type { Inserted } from "#server/db/table.ts";
import type { Viewer } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { Brand } from "#shared/reference/brands.ts";
import { may } from "#shared/rules/staff.ts";
import { chooseManager } from "../managers/choose-manager.ts";
import { managersWhoSignIn } from "../managers/managers.ts";

/** The manager of a new psychic, and the brand that writes to them. */
export interface Manager {
  id: number;
  brand: string;
}

interface NewPsychic {
  brand: Brand["key"];
  language: number;
  /** The New York day. */
  today: string;
}

/**
 * The manager whom the brand's rule chooses for a psychic (D56).
 * @throws Refusal 503 if nobody can sign in to whom psychics can belong.
 */
export async function managerFor(sql: Knex, psychic: NewPsychic): Promise<Manager> {
  const id = await chooseManager(sql, { what: "psychic", ...psychic });
  if (id === undefined) {
    throw new Refusal("unavailable", { detail: "No manager yet", retryAfter: 3600 });
  }
  return { id, brand: psychic.brand };
}

/**
 * The manager of a psychic whom staff add: the caller, if psychics can belong to the caller's role.
 * Otherwise the manager whom the rule of `brand` chooses, by default of the caller's brand.
 * @throws Refusal 401 if the caller was shut out in the meantime.
 */
export async function managerForStaff(
  sql: Knex,
  { userId, staffRole }: Viewer,
  psychic: Omit<NewPsychic, "brand"> & { brand: Brand["key"] | null | undefined },
): Promise<Manager> {
  if (may(staffRole, "edit-psychics")) {
    const caller = await managersWhoSignIn(sql)
      .where({ id: userId })
      .forShare()
      .first("id", "brand");
    if (!caller) throw new Refusal("not_signed_in");
    return caller;
  }
  const { brand } = await oneRow(sql("users").where({ id: userId }).first("brand"));
  return managerFor(sql, { ...psychic, brand: psychic.brand ?? (brand as Brand["key"]) });
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
