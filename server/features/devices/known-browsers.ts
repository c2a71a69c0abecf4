import { createHash } from "node:crypto";
import type { Knex } from "knex";
import { pruneRows } from "#server/db/prune-rows.ts";
import { lives } from "#server/retention.ts";

const hashOf = (name: string) => createHash("sha256").update(name).digest();

interface SignIn {
  userId: number;
  /** The user's `session_epoch` when the password was checked. */
  epoch: number;
  /** The name in the browser's device cookie. */
  browser: string;
  at: Date;
}

/**
 * Remembers that a browser signs in to an account. Locks the user against a new password and against
 * a lock of the account until the transaction ends.
 * @returns whether this browser was unknown; undefined if the user's epoch has been raised since the
 * password was checked.
 */
export async function rememberBrowser(
  trx: Knex,
  { userId, epoch, browser, at }: SignIn,
): Promise<boolean | undefined> {
  const { rows } = await trx.raw<{ rows: { isNew: boolean }[] }>(
    // xmax is 0 in a row that this statement inserted. Of two simultaneous sign-ins, only one
    // inserts the row.
    `with owner as (
       select id from users where id = ? and session_epoch = ? for no key update
     )
     insert into known_browsers (user_id, browser_hash, last_sign_in_at)
     select id, ?, ?::timestamptz from owner
     on conflict (user_id, browser_hash) do update
        set last_sign_in_at = excluded.last_sign_in_at
     returning xmax = 0 as "isNew"`,
    [userId, epoch, hashOf(browser), at],
  );
  return rows[0]?.isNew;
}

/** Makes every browser a new one for this account. */
export async function forgetBrowsers(trx: Knex, userId: number): Promise<void> {
  await trx("known_browsers").where({ user_id: userId }).delete();
}

export const pruneKnownBrowsers = pruneRows(
  "known_browsers",
  "last_sign_in_at < ?",
  lives.knownBrowsers,
);
