import type { Knex } from "knex";
import type { EndpointData } from "#shared/http/endpoint.ts";
import { type AccountState, isEditable } from "#shared/rules/account.ts";
import type { Viewer } from "./handler.ts";
import { Refusal } from "./refusal.ts";

/**
 * Takes hold of the psychic whom a write is about until its transaction ends, so that writes about
 * one psychic come one after another.
 * @returns the refusal of an edit, if the account is blocked (D4).
 * @throws Refusal 404 for an id that is no psychic's (a manager's own id, where the endpoint takes
 * it, is let through).
 */
export async function holdSubject(
  trx: Knex,
  endpoint: EndpointData,
  id: number,
  viewer: Viewer | null,
): Promise<Refusal | null> {
  const psychic: AccountState | undefined = await trx("psychics")
    .whereRaw("user_id = ?::bigint", [id])
    .forNoKeyUpdate()
    .first("account_status", "requires_approval");
  if (!psychic) {
    if (endpoint.takesManagers && viewer?.userId === id) return null;
    throw new Refusal("not_found");
  }
  if (!endpoint.openWhileBlocked && !isEditable(psychic)) {
    return new Refusal("state_forbids", { detail: "This account may not be edited now" });
  }
  return null;
}

/** For a read about one psychic. @throws Refusal 404 for an id that is no psychic's. */
export async function requirePsychic(sql: Knex, id: number): Promise<void> {
  // Any number of a path: one too large for an id is nobody's, not a fault.
  const found = await sql("psychics").whereRaw("user_id = ?::bigint", [id]).first("user_id");
  if (!found) throw new Refusal("not_found");
}
