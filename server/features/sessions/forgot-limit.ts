import type { Knex } from "knex";
import type { Vault } from "#server/crypto/vault.ts";
import type { Limits } from "#server/http/limits.ts";
import { Refusal } from "#server/http/refusal.ts";

/** Recovery letters to one address, whoever requests them (B2). */
const perMailbox = { bucket: "forgot-account", points: 5, seconds: 3600 };

/**
 * Whether another recovery letter may go to this address. Counts per typed address, lower-cased as
 * in the database; accounts are not looked up, so that neither the time nor the answer reveals
 * whether one exists. A letter over the limit is silently not sent.
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
