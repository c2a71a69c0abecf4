import { type Challenge, createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Knex } from "knex";
import { z } from "zod";
import type { Vault } from "#server/crypto/vault.ts";
import { pruneRows } from "#server/db/prune-rows.ts";
import { invalid } from "#server/http/refusal.ts";
import { lives } from "#server/retention.ts";
import { botCheckEndpoints, botCheckFailed } from "#shared/bot-check.ts";

const lifeMs = 20 * 60_000;

/**
 * The work: up to `counter` times `cost` rounds of PBKDF2, 600,000 in all. A desktop needs a sixth
 * of a second, a slow phone about one second. Checking an answer costs us two HMACs.
 */
const challengeWork = { algorithm: "PBKDF2/SHA-256", cost: 1000 };
const counters = { from: 300, to: 600 };

/** Derived from the vault's key: the same in every process, without another secret. */
const secretsOf = (vault: Vault) => ({
  hmacSignatureSecret: vault.index("bot-check", "challenge").toString("hex"),
  hmacKeySignatureSecret: vault.index("bot-check", "answer").toString("hex"),
});

export async function makeChallenge(vault: Vault, now: Date): Promise<Challenge> {
  return createChallenge({
    ...challengeWork,
    ...secretsOf(vault),
    counter: randomInt(counters.from, counters.to),
    deriveKey,
    expiresAt: new Date(now.getTime() + lifeMs),
  });
}

const answerOf = z.object({
  challenge: botCheckEndpoints.getBotCheck.response,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});

function readAnswer(altcha: string) {
  try {
    return answerOf.safeParse(JSON.parse(Buffer.from(altcha, "base64").toString())).data;
  } catch {
    return undefined;
  }
}

/**
 * Uses up an answer in the caller's transaction: it counts once, and only if that commits.
 * @throws Refusal 422 for a wrong, expired, used or missing answer.
 */
export async function redeemBotCheck(
  { sql, vault, clock }: { sql: Knex; vault: Vault; clock(): Date },
  altcha: string | null | undefined,
): Promise<void> {
  const refusal = invalid("altcha", botCheckFailed);
  const answer = readAnswer(altcha ?? "");
  if (!answer) throw refusal;
  const { signature, parameters } = answer.challenge;
  const expiresAt = new Date(parameters.expiresAt * 1000);
  const { verified } = await verifySolution({ ...answer, ...secretsOf(vault), deriveKey });
  if (!verified || expiresAt < clock()) throw refusal;
  const first = await sql("used_challenges")
    .insert({ signature, expires_at: expiresAt })
    .onConflict("signature")
    .ignore()
    .returning("signature");
  if (first.length === 0) throw refusal;
}

export const pruneChallenges = pruneRows("used_challenges", "expires_at < ?", lives.botChecks);
