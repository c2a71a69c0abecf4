import type { Knex } from "knex";
import type { Phone } from "#shared/phones.ts";
import { type OwnPhone, phonesAtMost } from "#shared/rules/phones.ts";
import { limitOwnPairs, phonePinIndex, readPin, writePair } from "./phone-pin.ts";

const columns = [
  "id",
  "phone_number",
  "preferred",
  "time_zone_id",
  "country_code",
  "type",
  "sms",
] as const;

/** A user's numbers in the order in which they were added. */
export function readPhones(sql: Knex, userId: number): Promise<Phone[]> {
  return sql("phones").where({ user_id: userId }).orderBy("id").select(columns);
}

/** The lowest free place; the table allows three. */
async function freePlace(sql: Knex, userId: number): Promise<number> {
  const usedPlaces: number[] = await sql("phones").where({ user_id: userId }).pluck("place");
  for (let place = 1; place <= phonesAtMost; place++) if (!usedPlaces.includes(place)) return place;
  throw new Error("no place for another phone");
}

/**
 * Stores the numbers that a rule returned, in the caller's transaction.
 * @throws Refusal 409 if another psychic has a pair of number and PIN.
 */
export async function storePhones(
  call: { sql: Knex } & Parameters<typeof limitOwnPairs>[0],
  userId: number,
  before: readonly Phone[],
  after: readonly OwnPhone[],
): Promise<void> {
  const { sql, vault } = call;
  const pin = await readPin(call, userId);
  const phonesOfUser = () => sql("phones").where({ user_id: userId });
  const remaining = new Set(after.map(({ id }) => id));
  await phonesOfUser()
    .whereIn(
      "id",
      before.map(({ id }) => id).filter((id) => !remaining.has(id)),
    )
    .delete();
  // Clear unique flags first, so that another row can get them.
  for (const flag of ["preferred", "sms"] as const) {
    const flagged = after.flatMap((phone) => (phone[flag] && phone.id !== null ? [phone.id] : []));
    await phonesOfUser()
      .where({ [flag]: true })
      .whereNotIn("id", flagged)
      .update({ [flag]: false });
  }
  for (const { id, ...facts } of after) {
    const pin_index = pin === null ? null : phonePinIndex(vault, facts.phone_number, pin);
    const row = { ...facts, pin_index };
    const isAsBefore = before.some(
      (one) => one.id === id && one.phone_number === facts.phone_number,
    );
    if (pin_index && !isAsBefore) await limitOwnPairs(call, facts.phone_number);
    await writePair("phone.phone_number", async () => {
      if (id !== null) await phonesOfUser().where({ id }).update(row);
      else {
        const place = await freePlace(sql, userId);
        await sql("phones").insert({ ...row, user_id: userId, place });
      }
    });
  }
}
