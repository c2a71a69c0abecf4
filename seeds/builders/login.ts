import type { Knex } from "knex";
import { type Instant, insertRow } from "./insert.ts";
import { makeUser } from "./user.ts";

/** A work session (D17). */
export interface Login {
  id: number;
  user_id: number;
  source: "portal" | "phone";
  /** The platform's id of a phone log-on. */
  external_id: string | null;
  started_at: Instant;
  last_action_at: Instant;
  /** Null while it is open. */
  ended_at: Instant | null;
}

/** An ended portal session of an hour; its last action is its end unless told otherwise. */
export function loginRow(overrides: Partial<Login> & Pick<Login, "user_id">) {
  const start = new Date(overrides.started_at ?? Date.now() - 3_600_000);
  const end =
    overrides.ended_at === undefined ? new Date(start.getTime() + 3_600_000) : overrides.ended_at;
  return {
    source: "portal",
    external_id: null,
    started_at: start,
    last_action_at: end ?? start,
    ended_at: end,
    ...overrides,
  };
}

export async function makeLogin(sql: Knex, overrides: Partial<Login> = {}): Promise<Login> {
  const userId = overrides.user_id ?? (await makeUser(sql)).id;
  return insertRow(sql, "logins", loginRow({ ...overrides, user_id: userId }));
}
