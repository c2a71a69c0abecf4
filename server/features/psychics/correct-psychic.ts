import type { Knex } from "knex";
import type { Vault, VaultContext } from "#server/crypto/vault.ts";
import { oneRow } from "#server/db/one-row.ts";
import { type AuditEntry, writeAudit } from "#server/http/audit.ts";
import { Refusal } from "#server/http/refusal.ts";
import { raiseVersion } from "#server/http/versions.ts";
import { readIdentifyingFacts } from "../accounts/identifying-facts.ts";
import { findLinked } from "./linked-accounts.ts";

/** The vault context of a psychic's sealed SSN. */
export const ssnContext = (userId: number): VaultContext => ({
  table: "psychics",
  column: "ssn_sealed",
  userId,
});

/** @throws Refusal 404 without an SSN. */
export async function readSsn(
  { sql, vault }: { sql: Knex; vault: Vault },
  userId: number,
): Promise<string> {
  const row = await sql("psychics").where({ user_id: userId }).first("ssn_sealed");
  if (!row?.ssn_sealed) throw new Refusal("not_found");
  return vault.open(row.ssn_sealed, ssnContext(userId));
}

/** @param payDay a weekday, 1 Sunday to 7 Saturday. */
export async function correctPayDay(trx: Knex, userId: number, payDay: number): Promise<void> {
  const { pay_day } = await oneRow(trx("users").where({ id: userId }).forUpdate().first("pay_day"));
  await trx("users").where({ id: userId }).update({ pay_day: payDay });
  await writeAudit(trx, {
    ...{ actorId: null, action: "pay day corrected", subjectId: userId, trace: null },
    detail: { old: pay_day, new: payDay },
  });
}

/**
 * Stores another SSN, and looks for linked Blacklist accounts as sign-up does (D5). A link by the
 * new SSN makes the account require approval; without any link it requires none. A manager's
 * decision about other kinds of links stays.
 * @param by who does it, and why; null for a command.
 * @returns the linked accounts' usernames, and whether the account requires approval.
 */
export async function correctSsn(
  { sql, vault }: { sql: Knex; vault: Vault },
  userId: number,
  ssn: string,
  by: (Pick<AuditEntry, "actorId" | "trace"> & { reason: string }) | null = null,
): Promise<{ linked: string[]; requiresApproval: boolean }> {
  // This makes an approval fail if its screen does not show the new links. Locks the version before
  // the psychic's row, as edits of the profile do.
  await raiseVersion(sql, "profile", userId);
  const before = await oneRow(
    sql("psychics").where({ user_id: userId }).forUpdate().first("requires_approval"),
  );
  await sql("psychics")
    .where({ user_id: userId })
    .update({
      ssn_sealed: vault.seal(ssn, ssnContext(userId)),
      ssn_index: vault.index("ssn", ssn),
    });
  const facts = await readIdentifyingFacts(sql, userId);
  const linked = facts ? await findLinked(sql, facts, userId) : [];
  const isBySsn = linked.some(({ reason }) => reason.split(", ").includes("SSN"));
  const requiresApproval = linked.length > 0 && (isBySsn || before.requires_approval);
  await sql("psychics").where({ user_id: userId }).update({ requires_approval: requiresApproval });
  // Neither the old nor the new SSN.
  const approval = { old: before.requires_approval, new: requiresApproval };
  await writeAudit(sql, {
    ...{ actorId: by?.actorId ?? null, action: "SSN corrected", subjectId: userId },
    trace: by?.trace ?? null,
    detail: { requires_approval: approval, ...(by && { reason: by.reason }) },
  });
  return { linked: linked.map(({ user_name }) => user_name), requiresApproval };
}
