import type { Request } from "express";
import type { Knex } from "knex";
import type { Vault } from "#server/crypto/vault.ts";
import type { Limits } from "#server/http/limits.ts";
import { invalid } from "#server/http/refusal.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { PasskeyAnswer } from "#shared/factors.ts";
import { readTypedCode } from "#shared/rules/factors.ts";
import { checkAppCode, wrongCode } from "./code-app.ts";
import { checkPasskey, findPasskey } from "./passkeys.ts";
import { spendRecoveryCode } from "./recovery-codes.ts";

export interface FactorContext {
  sql: Knex;
  vault: Vault;
  limits: Limits;
  jobs: Jobs;
  req: Request;
  clock(): Date;
}

/** Limits guesses at one account, from all networks together. */
const guessLimit = { bucket: "factor-account", points: 10, seconds: 900 };

/** A success gives the point back. @throws Refusal 429. */
async function limited<T>({ limits }: FactorContext, userId: number, check: () => Promise<T>) {
  const key = String(userId);
  await limits.take(guessLimit, key);
  const result = await check();
  await limits.giveBack(guessLimit, key).catch(() => {});
  return result;
}

/**
 * Checks a typed code of a user. If it is a recovery code, the user gets a letter about its use.
 * @throws Refusal 422 at `code`; 429 after too many.
 */
export const checkCode = (context: FactorContext, userId: number, typed: string) =>
  limited(context, userId, async () => {
    const given = readTypedCode(typed);
    if (!given) throw wrongCode();
    if (given.kind === "app") {
      await checkAppCode(context, userId, given.code);
      return "app" as const;
    }
    await spendRecoveryCode(context, userId, given.code);
    const notice = { userId, what: "recovery code", by: "owner" } as const;
    await context.jobs.send("send-account-notice", notice, context.sql);
    return "recovery" as const;
  });

const unknown = () =>
  invalid("credential", "The portal does not know this passkey. Sign in another way", "unknown");

/**
 * Checks the answer of a passkey, and finds its user.
 * @param userId whose passkey it must be, if that is known.
 * @throws Refusal 422 at `credential`.
 */
export async function checkAnswer(
  context: FactorContext,
  answer: PasskeyAnswer,
  userId?: number,
): Promise<number> {
  const passkey = await findPasskey(context.sql, answer);
  if (!passkey) throw unknown();
  if (userId !== undefined && passkey.user_id !== userId) {
    throw invalid("credential", "This passkey belongs to another account", "other_account");
  }
  // Nobody can guess a passkey, so it takes no point. An owner who has a passkey can sign in even
  // if a thief has used up the account's points by guessing codes.
  await checkPasskey(context, passkey, answer);
  return passkey.user_id;
}
