import type { Knex } from "knex";
import { invalid } from "#server/http/refusal.ts";

export const passwordIsCommon = "Password is too common";
export const passwordIsUsername = "Password must not be the username";

/** The rule of the minimum length refuses shorter ones. */
const lengthAtLeast = 6;
const commonest = 10_000;

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * The most common leaked passwords, in lower case. Loaded at first use, because most processes
 * never need them.
 */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const texts = dictionary["passwords-common"].map(String);
  return new Set(texts.filter((text) => text.length >= lengthAtLeast).slice(0, commonest));
}

/** Why a new password is weak: attackers try such passwords first (C12). Null for a good one. */
export async function weaknessOf(password: string, username: string): Promise<string | null> {
  const text = password.toLowerCase();
  if (text === username.toLowerCase()) return passwordIsUsername;
  common ??= readCommon();
  return (await common).has(text) ? passwordIsCommon : null;
}

/** @throws Refusal 422 at `path` for a weak password. */
export async function refuseWeak(password: string, username: string, path: string): Promise<void> {
  const weakness = await weaknessOf(password, username);
  if (weakness !== null) throw invalid(path, weakness, "weak");
}

/** The same for a user's password; whether the user exists is not checked. */
export async function refuseWeakFor(sql: Knex, userId: number, password: string): Promise<void> {
  const user = await sql("users").where({ id: userId }).first("username");
  await refuseWeak(password, user?.username ?? "", "password");
}
