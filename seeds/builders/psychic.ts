import type { Knex } from "knex";
import type { Vault } from "#server/crypto/vault.ts";
import { type Instant, insertRow, insertRows } from "./insert.ts";
import { makeManager, makeUser, type User } from "./user.ts";

export interface Psychic {
  user_id: number;
  manager_id: number;
  account_status: "Active" | "Pending" | "Blacklist" | "Inactive" | "Flagged" | "Screened";
  account_status_since: Instant;
  requires_approval: boolean;
  extension: string;
  referral: string | null;
  referral_known: boolean;
  permissions: ("AgentPhone" | "AgentChat")[];
  auto_email: boolean;
  contact_method: "E" | "P";
  profile_status: "Pending" | "Approved" | "Rejected";
  profile_since: Instant;
  profile_reason: string | null;
}

/** What is only ever kept sealed (D31). */
export interface Secrets {
  vault: Vault;
  /** Nine digits. */
  ssn: string;
  /** Four digits. */
  pin: string;
}

/**
 * A psychic, with a user and a manager made where none is given. Without overrides it is an
 * active one who takes calls and chats and whose profile is approved.
 */
export async function makePsychic(
  sql: Knex,
  overrides: Partial<Psychic> & { user?: Partial<User>; secrets?: Secrets } = {},
): Promise<Psychic & { user: User }> {
  const { user: person, secrets, ...columns } = overrides;
  const managerId = columns.manager_id ?? (await makeManager(sql)).id;
  const user = await makeUser(sql, { ...person, role: "psychic" });
  const psychic = await insertRow<Psychic>(sql, "psychics", {
    user_id: user.id,
    manager_id: managerId,
    account_status: "Active",
    // Below those that sign-ups draw: no test meets one by chance.
    extension: String(100_000 + user.id),
    permissions: ["AgentPhone", "AgentChat"],
    profile_status: "Approved",
    ...columns,
    ...(secrets && sealed(user.id, secrets)),
  });
  return { ...psychic, user };
}

function sealed(userId: number, { vault, ssn, pin }: Secrets) {
  const context = (column: string) => ({ table: "psychics", column, userId });
  return {
    ssn_sealed: vault.seal(ssn, context("ssn_sealed")),
    ssn_index: vault.index("ssn", ssn),
    pin_sealed: vault.seal(pin, context("pin_sealed")),
  };
}

/** What customers see only once it is approved (D25). */
export interface ProfileDetails {
  zodiac: number;
  gender: "M" | "F";
  language: number;
  languages: number[];
  experience: number;
  credentials: string[];
}

/** The edited details and, unless there never were any, the approved ones. */
export async function makeProfileDetails(
  sql: Knex,
  psychicId: number,
  edited: Partial<ProfileDetails> = {},
  approved: Partial<ProfileDetails> | null = edited,
): Promise<void> {
  const row = (state: string, details: Partial<ProfileDetails>) => ({
    psychic_id: psychicId,
    state,
    zodiac: 1,
    gender: "F",
    language: 1,
    languages: [],
    experience: 10,
    credentials: [],
    ...details,
  });
  const rows = [row("edited", edited), ...(approved ? [row("approved", approved)] : [])];
  await insertRows(sql, "profile_details", rows);
}
