import type { Knex } from "knex";
import { type Instant, insertRow } from "./insert.ts";

export interface Customer {
  id: number;
  username: string;
  redeemable_minutes: number;
  blocked: boolean;
  updated_at: Instant | null;
}

/** Ids are the platform's. */
let number = 900_000;

export function customerRow(overrides: Partial<Customer> = {}) {
  const id = overrides.id ?? ++number;
  return { id, username: `customer${id}`, ...overrides };
}

export function makeCustomer(sql: Knex, overrides: Partial<Customer> = {}): Promise<Customer> {
  return insertRow(sql, "customers", customerRow(overrides));
}
