import type { Knex } from "knex";
import { type Instant, insertRow } from "./insert.ts";

/** What a visitor left on an apply page. */
export interface Contact {
  id: number;
  brand: string;
  name: string;
  email: string;
  phone: string;
  method: "E" | "P";
  comments: string | null;
  referral: number | null;
  created_at: Instant;
}

export function contactRow(overrides: Partial<Contact> = {}) {
  return {
    brand: "cos",
    name: "Jordan Applicant",
    email: "jordan@visitors.example",
    phone: "2125550100",
    method: "P" as const,
    comments: null,
    referral: null,
    created_at: new Date(),
    ...overrides,
  };
}

export function makeContact(sql: Knex, overrides: Partial<Contact> = {}): Promise<Contact> {
  return insertRow(sql, "contacts", contactRow(overrides));
}
