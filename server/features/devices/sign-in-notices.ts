import { createHash, randomUUID } from "node:crypto";
import type { Knex } from "knex";
import { pruneRows } from "#server/db/prune-rows.ts";
import type { Limits } from "#server/http/limits.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { lives } from "#server/retention.ts";
import type { Brand } from "#shared/reference/brands.ts";

/**
 * Limits the letters that sign-ins to one account can cause, because anybody can sign up with
 * another person's address.
 */
const letterLimit = { bucket: "sign-in-letters", points: 5, seconds: 24 * 3600 };

/** Only hashes are stored, so readers of the database get no usable token. */
const hashOf = (token: string) => createHash("sha256").update(token).digest();

interface NewSignIn {
  userId: number;
  browser: string | null;
  place: string | null;
  at: Date;
}

/**
 * Mails the user about a sign-in from a new browser, unless it is the user's first sign-in ever.
 * Call this before `openLogin`, because any earlier login shows that the user has signed in before.
 */
export async function noticeNewBrowser(
  trx: Knex,
  { limits, jobs }: { limits: Limits; jobs: Jobs },
  { userId, browser, place, at }: NewSignIn,
): Promise<void> {
  const earlier = await trx("logins").where({ user_id: userId, source: "portal" }).first("id");
  if (!earlier) return;
  try {
    await limits.take(letterLimit, String(userId));
  } catch (error) {
    if (error instanceof Refusal && error.code === "too_many") return;
    throw error;
  }
  const { rows } = await trx.raw<{ rows: [{ id: number }] }>(
    `insert into sign_in_notices (user_id, email, browser, place, signed_in_at)
     select id, email, ?, ?, ? from users where id = ?
     returning id`,
    [browser, place, at, userId],
  );
  await jobs.send("send-sign-in-notice", { noticeId: rows[0].id }, trx);
}

/** A notice with its account, for the letter. */
export interface SignInNotice {
  userId: number;
  email: string;
  browser: string | null;
  place: string | null;
  /** ISO 8601. */
  signedInAt: string;
  username: string;
  /** Null for a manager. */
  extension: string | null;
  brand: Brand["key"];
}

/** Undefined if the link of a later notice was used: this letter would come too late. */
export function findSignInNotice(sql: Knex, id: number): Promise<SignInNotice | undefined> {
  return sql("sign_in_notices as n")
    .join("users as u", "u.id", "n.user_id")
    .leftJoin("psychics as p", "p.user_id", "u.id")
    .where("n.id", id)
    .whereNull("n.ended_at")
    .first(
      ...["n.email", "n.browser", "n.place", "u.username", "p.extension", "u.brand"],
      "n.user_id as userId",
      "n.signed_in_at as signedInAt",
    );
}

/** Makes a new token for a notice; an earlier token of the same notice stops working. */
export async function makeDisownToken(sql: Knex, noticeId: number): Promise<string> {
  const token = randomUUID();
  await sql("sign_in_notices")
    .where({ id: noticeId })
    .update({ token_hash: hashOf(token) });
  return token;
}

/** The notice of a token, whether or not it still works. */
export function findByToken(
  sql: Knex,
  token: string,
): Promise<{ id: number; userId: number; signedInAt: string } | undefined> {
  return sql("sign_in_notices")
    .where({ token_hash: hashOf(token) })
    .first("id", "user_id as userId", "signed_in_at as signedInAt");
}

/**
 * Uses up a notice, all later ones of its account, and earlier ones to the same mailbox. Earlier
 * notices to another mailbox stay valid: a stranger may have changed the address and got this
 * letter, and the owner then has an earlier one.
 * @returns the time of the earliest sign-in among the notices that were used up, because the reader
 * may use the link of any of them; null if the notice was used before.
 */
export async function spendNotice(
  trx: Knex,
  { id, userId, now }: { id: number; userId: number; now: Date },
): Promise<Date | null> {
  const ofMailbox = "lower(email) = (select lower(email) from sign_in_notices where id = ?)";
  const ended = await trx("sign_in_notices")
    .where({ user_id: userId })
    .whereNull("ended_at")
    .where((either) => either.where("id", ">=", id).orWhereRaw(ofMailbox, [id]))
    .update({ ended_at: now })
    .returning(["id", "signed_in_at"]);
  if (!ended.some((notice) => notice.id === id)) return null;
  return new Date(Math.min(...ended.map((notice) => Date.parse(notice.signed_in_at))));
}

export const pruneSignInNotices = pruneRows(
  "sign_in_notices",
  "signed_in_at < ?",
  lives.signInNotices,
);
