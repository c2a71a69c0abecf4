import type { Knex } from "knex";
import { type Columns, insertRow, type Row } from "./insert.ts";

export function contactRow(overrides: Columns<"contacts"> = {}) {
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

export function makeContact(
  sql: Knex,
  overrides: Columns<"contacts"> = {},
): Promise<Row<"contacts">> {
  return insertRow(sql, "contacts", contactRow(overrides));
}
