import type { Knex } from "knex";
import type { Vault, VaultContext } from "#server/crypto/vault.ts";
import { constraintOf } from "#server/db/constraint-of.ts";
import type { Viewer } from "#server/http/handler.ts";
import type { Limits } from "#server/http/limits.ts";
import { Refusal } from "#server/http/refusal.ts";
import { pairIsTaken } from "#shared/profile-fields.ts";

/** Which value a psychic's sealed PIN is. */
export const pinContext = (userId: number): VaultContext => ({
  table: "psychics",
  column: "pin_sealed",
  userId,
});

/** A number and a PIN together are one psychic's (D31): equal pairs have equal indexes. */
export const phonePinIndex = (vault: Vault, phoneNumber: string, pin: string): Buffer =>
  vault.index("phone-pin", `${phoneNumber}|${pin}`);

/** A psychic's PIN; null where there is none, a manager's among them. */
export async function readPin(
  { sql, vault }: { sql: Knex; vault: Vault },
  userId: number,
): Promise<string | null> {
  const row = await sql("psychics").where({ user_id: userId }).first("pin_sealed");
  return row?.pin_sealed ? vault.open(row.pin_sealed, pinContext(userId)) : null;
}

const day = 86_400;
/** Safety 8: strangers who try PINs at a number are stopped at that number, from wherever. */
const perPhone = { bucket: "phone-pins-phone", points: 10, seconds: day };
/**
 * A psychic's own changes are counted apart, so that no stranger's tries at the number keep its
 * owner from a new PIN (C2).
 */
const perOwnPhone = { bucket: "phone-pins-own", points: 10, seconds: day };

interface Trying {
  limits: Limits;
  viewer: Viewer | null;
  vault: Vault;
}

const indexOf = (vault: Vault, phoneNumber: string) =>
  vault.index("phone", phoneNumber).toString("hex");

/** Before a visitor is told whether a number goes with a PIN. @throws Refusal 429. */
export async function limitStrangersPairs(
  { limits, viewer, vault }: Trying,
  phoneNumber: string,
): Promise<void> {
  if (viewer?.role === "manager") return;
  await limits.take(perPhone, indexOf(vault, phoneNumber));
}

/** Before a change of one's own PIN or number tells whether the pair is taken. @throws Refusal 429. */
export async function limitOwnPairs(
  { limits, viewer, vault }: Trying,
  phoneNumber: string,
): Promise<void> {
  if (viewer?.role === "manager") return;
  await limits.take(perOwnPhone, `${viewer?.userId}:${indexOf(vault, phoneNumber)}`);
}

/**
 * Runs a write that the uniqueness of phone and PIN may refuse; its refusal tells that somebody
 * has the pair, so that tries are counted by `limitOwnPairs` before.
 * @param path the field that the refusal names.
 * @throws Refusal 409.
 */
export async function pairing<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (constraintOf(error) !== "phones_pin_index_key") throw error;
    throw new Refusal("state_forbids", {
      errors: [{ path, code: "taken", message: pairIsTaken }],
    });
  }
}
