import type { Knex } from "knex";
import { type Columns, insertRow, type Row } from "./insert.ts";

let number = 0;

/** By default each user has a different username. */
export function userRow(overrides: Columns<"users"> = {}) {
  number += 1;
  const username = overrides.username ?? `person${number}`;
  return {
    role: "psychic" as const,
    brand: "cos",
    username,
    first: "Robin",
    last: `Person ${number}`,
    address1: "12 Maple Street",
    postal_code: "10025",
    city: "New York",
    region: "NY",
    country: "US",
    email: `${username}@people.example`,
    ...overrides,
  };
}

export function makeUser(sql: Knex, overrides: Columns<"users"> = {}): Promise<Row<"users">> {
  return insertRow(sql, "users", userRow(overrides));
}

export function makeManager(sql: Knex, overrides: Columns<"users"> = {}): Promise<Row<"users">> {
  return makeUser(sql, { ...overrides, role: "manager" });
}
