import type { Knex } from "knex";
import { type Instant, insertRow } from "./insert.ts";
import { makeUser } from "./user.ts";

export interface Problem {
  id: number;
  user_id: number;
  /** One of D34. */
  category: string;
  details: string;
  created_at: Instant;
}

export function problemRow(overrides: Partial<Problem> & Pick<Problem, "user_id">) {
  return {
    category: "Other",
    details: "Something does not work.",
    created_at: new Date(),
    ...overrides,
  };
}

export async function makeProblem(sql: Knex, overrides: Partial<Problem> = {}): Promise<Problem> {
  const userId = overrides.user_id ?? (await makeUser(sql)).id;
  return insertRow(sql, "problems", problemRow({ ...overrides, user_id: userId }));
}
