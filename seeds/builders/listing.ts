import type { Knex } from "knex";
import { type Instant, insertRow } from "./insert.ts";
import { makePsychic } from "./psychic.ts";

export interface Listing {
  psychic_id: number;
  status: "Pending" | "Approved" | "Rejected";
  sales_pitch: string;
  /** Each line a `<p>` paragraph. */
  body: string;
  categories: number[];
  reason: string | null;
  updated_at: Instant;
}

export function listingRow(overrides: Partial<Listing> & Pick<Listing, "psychic_id">) {
  return {
    status: "Approved",
    sales_pitch: "Honest answers about love and work",
    body: "<p>I have read the tarot for twenty years.</p>",
    categories: [26, 25],
    ...overrides,
  };
}

export async function makeListing(sql: Knex, overrides: Partial<Listing> = {}): Promise<Listing> {
  const psychicId = overrides.psychic_id ?? (await makePsychic(sql)).user_id;
  return insertRow(sql, "listings", listingRow({ ...overrides, psychic_id: psychicId }));
}
