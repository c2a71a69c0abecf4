import type { Knex } from "knex";
import { type Instant, insertRow } from "./insert.ts";
import { makeUser } from "./user.ts";

/** What a psychic agreed to at sign-up, when, and from which address (D30). */
export interface Agreement {
  id: number;
  user_id: number;
  brand: string;
  version: string;
  agreed_at: Instant;
  address: string;
}

export function agreementRow(overrides: Partial<Agreement> & Pick<Agreement, "user_id">) {
  return {
    brand: "cos",
    version: "2020-01",
    agreed_at: new Date(),
    // TEST-NET-3: nobody's address.
    address: "203.0.113.7",
    ...overrides,
  };
}

export async function makeAgreement(
  sql: Knex,
  overrides: Partial<Agreement> = {},
): Promise<Agreement> {
  const userId = overrides.user_id ?? (await makeUser(sql)).id;
  return insertRow(sql, "agreements", agreementRow({ ...overrides, user_id: userId }));
}
