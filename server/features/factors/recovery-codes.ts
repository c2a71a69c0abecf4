import { randomInt } from "node:crypto";
import type { Knex } from "knex";
import type { Vault } from "#server/crypto/vault.ts";
import { invalid } from "#server/http/refusal.ts";
import { countRows } from "#server/queries/list-query.ts";
import {
  recoveryCodeCount,
  recoveryCodeLetters,
  writtenRecoveryCode,
} from "#shared/rules/factors.ts";
import { wrongCode } from "./code-app.ts";

const makeCode = () =>
  Array.from({ length: 10 }, () => recoveryCodeLetters[randomInt(recoveryCodeLetters.length)]).join(
    "",
  );

const hashOf = (vault: Vault, userId: number, code: string) =>
  vault.index("recovery-code", `${userId}:${code}`);

/** Replaces the user's codes. The caller has locked the user. @returns them as people read them. */
export async function makeRecoveryCodes(
  { sql, vault }: { sql: Knex; vault: Vault },
  userId: number,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, makeCode);
  await sql("recovery_codes").where({ user_id: userId }).del();
  const rows = codes.map((code) => ({ user_id: userId, code_hash: hashOf(vault, userId, code) }));
  await sql("recovery_codes").insert(rows);
  return codes.map(writtenRecoveryCode);
}

/** Uses up a code. @throws Refusal 422 at `code` for an unknown or used one. */
export async function spendRecoveryCode(
  { sql, vault, clock }: { sql: Knex; vault: Vault; clock(): Date },
  userId: number,
  code: string,
): Promise<void> {
  const ofCode = () =>
    sql("recovery_codes").where({ user_id: userId, code_hash: hashOf(vault, userId, code) });
  const used = await ofCode().whereNull("used_at").update({ used_at: clock() });
  if (used > 0) return;
  if (await ofCode().first("used_at")) {
    throw invalid("code", "This recovery code was used already. Each works once", "used");
  }
  throw wrongCode();
}

export const countRecoveryCodes = (sql: Knex, userId: number): Promise<number> =>
  countRows(sql("recovery_codes").where({ user_id: userId, used_at: null }));
