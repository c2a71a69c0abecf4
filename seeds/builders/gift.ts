import type { Knex } from "knex";
import { makeCustomer } from "./customer.ts";
import { type Instant, insertRow } from "./insert.ts";
import { makePsychic } from "./psychic.ts";

export interface Gift {
  id: number;
  psychic_id: number;
  customer_id: number;
  subject: string;
  body: string;
  /** 3 to 7. */
  minutes: number;
  sent_at: Instant;
  redeemed_at: Instant | null;
}

export function giftRow(overrides: Partial<Gift> & Pick<Gift, "psychic_id" | "customer_id">) {
  return {
    subject: "A gift for you",
    body: "<p>Three minutes on me. Call when you like.</p>",
    minutes: 3,
    sent_at: new Date(),
    redeemed_at: null,
    ...overrides,
  };
}

export async function makeGift(sql: Knex, overrides: Partial<Gift> = {}): Promise<Gift> {
  const psychicId = overrides.psychic_id ?? (await makePsychic(sql)).user_id;
  const customerId = overrides.customer_id ?? (await makeCustomer(sql)).id;
  const row = giftRow({ ...overrides, psychic_id: psychicId, customer_id: customerId });
  return insertRow(sql, "gifts", row);
}
