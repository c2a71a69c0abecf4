import type { Knex } from "knex";
import { pairIsTaken } from "../../../shared/profile-fields.ts";
import type { Vault, VaultContext } from "../../crypto/vault.ts";
import { constraintOf } from "../../db/constraint-of.ts";
import type { Viewer } from "../../http/handler.ts";
import type { Limits } from "../../http/limits.ts";
import { Refusal } from "../../http/refusal.ts";

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

/** Safety 8: whoever tries PINs at a number is stopped at that number, from wherever. */
const perPhone = { bucket: "phone-pins-phone", points: 10, seconds: 86_400 };

interface Trying {
  limits: Limits;
  viewer: Viewer | null;
  vault: Vault;
}

/** Before anybody but a manager is told whether a number goes with a PIN. @throws Refusal 429. */
export async function limitPairs(
  { limits, viewer, vault }: Trying,
  phoneNumber: string,
): Promise<void> {
  if (viewer?.role === "manager") return;
  await limits.take(perPhone, vault.index("phone", phoneNumber).toString("hex"));
}

/**
 * Runs a write that the uniqueness of phone and PIN may refuse; its refusal tells that somebody
 * has the pair, so that tries are counted by `limitPairs` before.
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
