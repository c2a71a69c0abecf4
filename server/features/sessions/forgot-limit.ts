import type { Knex } from "knex";
import type { Vault } from "#server/crypto/vault.ts";
import type { Limits } from "#server/http/limits.ts";
import { Refusal } from "#server/http/refusal.ts";

/** Letters with a recovery link to one address, wherever they are asked for (B2). */
const perMailbox = { bucket: "forgot-account", points: 5, seconds: 3600 };

/**
 * Whether another recovery letter may go to this address now. Counted by the address that was
 * typed, as the database compares addresses: the accounts are not looked up, so that the time tells
 * nothing. Nor does the answer: a letter too many is silently not sent.
 */
export async function mayMailLink(
  { sql, limits, vault }: { sql: Knex; limits: Limits; vault: Vault },
  email: string,
): Promise<boolean> {
  const { rows } = await sql.raw<{ rows: [{ name: string }] }>("select lower(?) as name", [
    email.trim(),
  ]);
  try {
    await limits.take(perMailbox, vault.index("mailbox", rows[0].name).toString("hex"));
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === "too_many") return false;
    throw error;
  }
}
