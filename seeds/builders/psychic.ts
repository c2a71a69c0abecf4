import type { Knex } from "knex";
import type { Vault } from "#server/crypto/vault.ts";
import { type Columns, insertRow, insertRows, type Row } from "./insert.ts";
import { makeManager, makeUser } from "./user.ts";

/** Stored only encrypted (D31). */
export interface Secrets {
  vault: Vault;
  /** Nine digits. */
  ssn: string;
  /** Four digits. */
  pin: string;
}

/**
 * Creates a psychic, with a user and a manager unless they are given. By default the psychic is
 * Active, takes calls and chats, and has an approved profile.
 */
export async function makePsychic(
  sql: Knex,
  overrides: Columns<"psychics"> & { user?: Columns<"users">; secrets?: Secrets } = {},
): Promise<Row<"psychics"> & { user: Row<"users"> }> {
  const { user: person, secrets, ...columns } = overrides;
  const managerId = columns.manager_id ?? (await makeManager(sql)).id;
  const user = await makeUser(sql, { ...person, role: "psychic" });
  const psychic = await insertRow(sql, "psychics", {
    user_id: user.id,
    manager_id: managerId,
    account_status: "Active",
    // Below the extensions that sign-ups draw at random, so that they never collide.
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

/** Stores edited details and, unless `approved` is null, approved ones. */
export async function makeProfileDetails(
  sql: Knex,
  psychicId: number,
  edited: Columns<"profile_details"> = {},
  approved: Columns<"profile_details"> | null = edited,
): Promise<void> {
  const row = (state: "edited" | "approved", details: Columns<"profile_details">) => ({
    psychic_id: psychicId,
    state,
    zodiac: 1,
    gender: "F" as const,
    language: 1,
    languages: [],
    experience: 10,
    credentials: [],
    ...details,
  });
  const rows = [row("edited", edited), ...(approved ? [row("approved", approved)] : [])];
  await insertRows(sql, "profile_details", rows);
}
