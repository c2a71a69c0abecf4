import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Knex } from "knex";
import type { Vault } from "#server/crypto/vault.ts";
import { invalid } from "#server/http/refusal.ts";

/** The use of a challenge: a sign-in by anybody, or the registration of a passkey by one user. */
export type Purpose = "sign-in" | `registration ${number}`;

/** In milliseconds. */
export const challengeLife = 10 * 60_000;

const randomLength = 16;
const timeLength = 8;
const openLength = randomLength + timeLength;

const signatureOf = (vault: Vault, purpose: Purpose, open: Buffer) =>
  vault.index("passkey", `${purpose}:${open.toString("hex")}`);

/**
 * Makes a challenge that needs no row until it is answered: random bytes, its time, and our
 * signature. It costs no row, because everybody who opens the sign-in page gets one.
 */
export function makeChallenge(vault: Vault, purpose: Purpose, now: Date): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(timeLength);
  time.writeBigUInt64BE(BigInt(now.getTime()));
  const open = Buffer.concat([randomBytes(randomLength), time]);
  return new Uint8Array(Buffer.concat([open, signatureOf(vault, purpose, open)]));
}

/**
 * Uses up an answered challenge.
 * @param given as the browser returned it, in base64url.
 * @throws Refusal 422 for one that is not ours, expired or already used.
 */
export async function spendChallenge(
  { sql, vault, now }: { sql: Knex; vault: Vault; now: Date },
  purpose: Purpose,
  given: string,
): Promise<void> {
  const tooLate = invalid("credential", "This took too long. Try again", "expired");
  const bytes = Buffer.from(given, "base64url");
  const open = bytes.subarray(0, openLength);
  const signature = bytes.subarray(openLength);
  const right = signatureOf(vault, purpose, open);
  if (signature.length !== right.length || !timingSafeEqual(signature, right)) throw tooLate;
  const expiresAt = Number(open.readBigUInt64BE(randomLength)) + challengeLife;
  if (expiresAt < now.getTime()) throw tooLate;
  const first = await sql("used_challenges")
    .insert({ signature: `passkey:${right.toString("hex")}`, expires_at: new Date(expiresAt) })
    .onConflict("signature")
    .ignore()
    .returning("signature");
  if (first.length === 0) {
    throw invalid("credential", "This answer was used already. Try again", "used");
  }
}
