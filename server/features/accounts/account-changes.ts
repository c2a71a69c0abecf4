import type { Knex } from "knex";
import type { AccountStatus } from "#shared/psychics.ts";
import type { Permission } from "#shared/rules/account.ts";

/** The settings of an account that a manager changes, one at a time. */
export interface AccountSettings {
  account_status: AccountStatus;
  permissions: Permission[];
  auto_email: boolean;
}

/** The present settings of a psychic whose row is locked. */
export function readSettings(trx: Knex, psychicId: number): Promise<AccountSettings> {
  return trx("psychics")
    .where({ user_id: psychicId })
    .first("account_status", "permissions", "auto_email");
}

export async function writeSettings(
  trx: Knex,
  psychicId: number,
  settings: Partial<AccountSettings> & { account_status_since?: Date },
): Promise<void> {
  await trx("psychics").where({ user_id: psychicId }).update(settings);
}

/** Ends every session of a user. */
export async function raiseEpoch(trx: Knex, userId: number): Promise<void> {
  await trx("users").where({ id: userId }).increment("session_epoch", 1);
}
