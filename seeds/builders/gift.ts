import type { Knex } from "knex";
import type { Inserted } from "#server/db/table.ts";
import { makeCustomer } from "./customer.ts";
import { type Columns, insertRow, type Row } from "./insert.ts";
import { makePsychic } from "./psychic.ts";

export function giftRow(
  overrides: Columns<"gifts"> & Pick<Row<"gifts">, "psychic_id" | "customer_id">,
): Inserted<"gifts"> {
  return {
    subject: "A gift for you",
    body: "<p>Three minutes on me. Call when you like.</p>",
    minutes: 3,
    sent_at: new Date(),
    redeemed_at: null,
    ...overrides,
  };
}

export async function makeGift(sql: Knex, overrides: Columns<"gifts"> = {}): Promise<Row<"gifts">> {
  const psychicId = overrides.psychic_id ?? (await makePsychic(sql)).user_id;
  const customerId = overrides.customer_id ?? (await makeCustomer(sql)).id;
  const row = giftRow({ ...overrides, psychic_id: psychicId, customer_id: customerId });
  return insertRow(sql, "gifts", row);
}
