import type { Knex } from "knex";
import { type Instant, insertRow } from "./insert.ts";

export interface User {
  id: number;
  role: "manager" | "psychic";
  brand: string;
  username: string;
  password_hash: string | null;
  pay_day: number;
  first: string;
  last: string;
  address1: string;
  address2: string | null;
  postal_code: string;
  city: string;
  region: string;
  country: string;
  country_code: number;
  email: string;
  created_at: Instant;
}

let number = 0;

/** The columns of `users`; a username of its own where none is given. */
export function userRow(overrides: Partial<User> = {}) {
  number += 1;
  const username = overrides.username ?? `person${number}`;
  return {
    role: "psychic",
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

export function makeUser(sql: Knex, overrides: Partial<User> = {}): Promise<User> {
  return insertRow(sql, "users", userRow(overrides));
}

export function makeManager(sql: Knex, overrides: Partial<User> = {}): Promise<User> {
  return makeUser(sql, { ...overrides, role: "manager" });
}
