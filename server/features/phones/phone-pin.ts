import type { Knex } from "knex";
import type { Vault, VaultContext } from "#server/crypto/vault.ts";
import { constraintOf } from "#server/db/constraint-of.ts";
import type { Viewer } from "#server/http/handler.ts";
import type { Limits } from "#server/http/limits.ts";
import { Refusal } from "#server/http/refusal.ts";
import { pairIsTaken } from "#shared/profile-fields.ts";
import { may } from "#shared/rules/staff.ts";

/** The vault context of a psychic's sealed PIN. */
export const pinContext = (userId: number): VaultContext => ({
  table: "psychics",
  column: "pin_sealed",
  userId,
});

/** A number and a PIN together belong to one psychic (D31). Equal pairs have equal indexes. */
export const phonePinIndex = (vault: Vault, phoneNumber: string, pin: string): Buffer =>
  vault.index("phone-pin", `${phoneNumber}|${pin}`);

/** A psychic's PIN; null without one. Managers have none. */
export async function readPin(
  { sql, vault }: { sql: Knex; vault: Vault },
  userId: number,
): Promise<string | null> {
  const row = await sql("psychics").where({ user_id: userId }).first("pin_sealed");
  return row?.pin_sealed ? vault.open(row.pin_sealed, pinContext(userId)) : null;
}

const day = 86_400;
/** Safety 8: limits strangers' attempts to guess a number's PIN, from all addresses together. */
const perPhone = { bucket: "phone-pins-phone", points: 10, seconds: day };
/**
 * A psychic's own changes are counted separately, so that strangers' attempts at the number cannot
 * keep its owner from a new PIN (C2).
 */
const perOwnPhone = { bucket: "phone-pins-own", points: 10, seconds: day };

interface LimitContext {
  limits: Limits;
  viewer: Viewer | null;
  vault: Vault;
}

const indexOf = (vault: Vault, phoneNumber: string) =>
  vault.index("phone", phoneNumber).toString("hex");

/** Call it before a visitor learns whether a number and a PIN are in use. @throws Refusal 429. */
export async function limitStrangersPairs(
  { limits, viewer, vault }: LimitContext,
  phoneNumber: string,
): Promise<void> {
  if (may(viewer?.staffRole, "see-pins")) return;
  await limits.take(perPhone, indexOf(vault, phoneNumber));
}

/**
 * Call it before a change of one's own PIN or number, which may also reveal whether a pair is in
 * use. @throws Refusal 429.
 */
export async function limitOwnPairs(
  { limits, viewer, vault }: LimitContext,
  phoneNumber: string,
): Promise<void> {
  if (viewer?.role === "manager") return;
  await limits.take(perOwnPhone, `${viewer?.userId}:${indexOf(vault, phoneNumber)}`);
}

/**
 * Runs a write that fails if another psychic has the pair of number and PIN. The refusal reveals
 * that, so call `limitOwnPairs` first.
 * @param path the field that the refusal names.
 * @throws Refusal 409.
 */
export async function writePair<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (constraintOf(error) !== "phones_pin_index_key") throw error;
    throw new Refusal("state_forbids", {
      errors: [{ path, code: "taken", message: pairIsTaken }],
    });
  }
}
