import type { Knex } from "knex";
import type { AboutPsychic } from "#shared/http/endpoint.ts";
import { type AccountState, isEditable } from "#shared/rules/account.ts";
import type { Viewer } from "./handler.ts";
import { Refusal } from "./refusal.ts";

/**
 * Locks the psychic whom a write is about until the write's transaction ends, so that writes about
 * one psychic run one after another.
 * @returns a refusal if the account may not be edited (D4). It is returned, not thrown, because a
 * 404 or 422 of the handler takes precedence.
 * @throws Refusal 404 if the id belongs to no psychic; with `orManager` it may be the calling
 * manager's own.
 */
export async function lockPsychic(
  trx: Knex,
  about: AboutPsychic,
  id: number,
  viewer: Viewer | null,
): Promise<Refusal | null> {
  const psychic: (AccountState & { erased_at: string | null }) | undefined = await trx("psychics")
    .whereRaw("user_id = ?::bigint", [id])
    .forNoKeyUpdate()
    .first("account_status", "requires_approval", "erased_at");
  if (!psychic) {
    if (about.orManager && viewer?.userId === id) return null;
    throw new Refusal("not_found");
  }
  if (psychic.erased_at !== null) {
    return new Refusal("state_forbids", { detail: "This person has been erased" });
  }
  if (!about.openWhileBlocked && !isEditable(psychic)) {
    return new Refusal("state_forbids", { detail: "This account cannot be edited now" });
  }
  return null;
}

export async function isPsychic(sql: Knex, id: number): Promise<boolean> {
  // bigint: a number too large for an id belongs to nobody; it is not an error.
  const found = await sql("psychics").whereRaw("user_id = ?::bigint", [id]).first("user_id");
  return found !== undefined;
}

/** For a read about one psychic. @throws Refusal 404 if the id belongs to no psychic. */
export async function requirePsychic(sql: Knex, id: number): Promise<void> {
  if (!(await isPsychic(sql, id))) throw new Refusal("not_found");
}
