import type { Knex } from "knex";
import { makeCustomer } from "#seeds/builders/customer.ts";
import { makeReading, type SentReading } from "#seeds/builders/reading.ts";

interface Person {
  id: number;
  username: string;
}

/** Makes a customer of this psychic. `number` makes the id unique. */
export async function makeCustomerOf(
  sql: Knex,
  psychic: Person,
  number: number,
  name: string,
  fields: { redeemable_minutes?: number; blocked?: boolean } = {},
) {
  const customer = await makeCustomer(sql, {
    id: psychic.id * 10_000 + number,
    username: name,
    ...fields,
  });
  return { ...customer, id: Number(customer.id) };
}

/** Makes a reading that started `seconds` ago, which also makes its id unique. */
export function makeReadingOf(
  sql: Knex,
  psychic: Person,
  seconds: number,
  fields: Partial<SentReading> & { customer_id: number },
) {
  return makeReading(sql, {
    user_id: psychic.id,
    connection_id: `${psychic.id}-${seconds}`,
    started_at: new Date(Date.now() - seconds * 1_000).toISOString(),
    ...fields,
  });
}
