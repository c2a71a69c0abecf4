import type { Knex } from "knex";
import type { Vault } from "#server/crypto/vault.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { FieldError } from "#shared/http/errors.ts";
import { pairIsTaken, usernameIsTaken } from "#shared/profile-fields.ts";
import { phonePinIndex } from "../phones/phone-pin.ts";

/** Whether the username is free, case-insensitively. */
export async function isUsernameFree(sql: Knex, username: string): Promise<boolean> {
  const row = await sql("users").whereRaw("lower(username) = lower(?)", [username]).first("id");
  return row === undefined;
}

/** Whether no psychic has this pair of number and PIN. */
export async function isPairFree(
  { sql, vault }: { sql: Knex; vault: Vault },
  phoneNumber: string,
  pin: string,
): Promise<boolean> {
  const pin_index = phonePinIndex(vault, phoneNumber, pin);
  const row = await sql("phones").where({ pin_index }).first("id");
  return row === undefined;
}

/** The 409 of a sign-up. It names everything that is in use. */
export function takenRefusal(what: { username: boolean; pair: boolean }): Refusal {
  const place = (path: string, message: string): FieldError => ({ path, code: "taken", message });
  return new Refusal("state_forbids", {
    errors: [
      ...(what.username ? [place("psychic.username", usernameIsTaken)] : []),
      ...(what.pair ? [place("psychic.pin", pairIsTaken)] : []),
    ],
  });
}
