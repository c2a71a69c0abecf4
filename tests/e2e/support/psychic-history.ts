import type { Knex } from "knex";
import { makeCustomer } from "#seeds/builders/customer.ts";
import { makeReading, type SentReading } from "#seeds/builders/reading.ts";

interface Person {
  id: number;
  username: string;
}

/** Makes a customer of this psychic. `place` makes the id unique. */
export async function ownCustomer(
  sql: Knex,
  psychic: Person,
  place: number,
  name: string,
  given: { redeemable_minutes?: number; blocked?: boolean } = {},
) {
  const made = await makeCustomer(sql, {
    id: psychic.id * 10_000 + place,
    username: name,
    ...given,
  });
  return { ...made, id: Number(made.id) };
}

/** Makes a reading that started `seconds` ago, which also makes its id unique. */
export function ownReading(
  sql: Knex,
  psychic: Person,
  seconds: number,
  given: Partial<SentReading> & { customer_id: number },
) {
  return makeReading(sql, {
    user_id: psychic.id,
    connection_id: `${psychic.id}-${seconds}`,
    started_at: new Date(Date.now() - seconds * 1_000).toISOString(),
    ...given,
  });
}
