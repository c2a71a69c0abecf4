import type { Knex } from "knex";
import { type Columns, insertRow, type Row } from "./insert.ts";

/**
 * The platform assigns the ids. These are above those of the seed (500,001 and up) and below those
 * of the simulated platform (1,000,000 and up).
 */
let number = 900_000;

export function customerRow(overrides: Columns<"customers"> = {}) {
  const id = overrides.id ?? ++number;
  return { id, username: `customer${id}`, ...overrides };
}

export function makeCustomer(
  sql: Knex,
  overrides: Columns<"customers"> = {},
): Promise<Row<"customers">> {
  return insertRow(sql, "customers", customerRow(overrides));
}
