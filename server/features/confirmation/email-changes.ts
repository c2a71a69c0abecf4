import { createHash, randomUUID } from "node:crypto";
import type { Knex } from "knex";
import { oneRow } from "#server/db/one-row.ts";
import { pruneRows } from "#server/db/prune-rows.ts";
import { Refusal } from "#server/http/refusal.ts";
import { raiseVersion } from "#server/http/versions.ts";
import { lives } from "#server/retention.ts";
import { undoableFor } from "#shared/confirmation.ts";
import type { Brand } from "#shared/reference/brands.ts";
import { raiseEpoch } from "../accounts/account-changes.ts";
import { forgetBrowsers } from "../devices/known-browsers.ts";
import { removeFactorsSince } from "../factors/factors.ts";
import { endWithSessions } from "../sessions/passwords.ts";

/** Only hashes are stored, so readers of the database get no usable token. */
const hashOf = (token: string) => createHash("sha256").update(token).digest();

/** Changes that the old address may still undo. */
const undoable = (sql: Knex, userId: number, now: Date) =>
  sql("email_changes")
    .where({ user_id: userId })
    .whereNull("ended_at")
    .where("undo_until", ">", now);

/**
 * Stores a change of address in its transaction.
 * @param change `byManager`: a manager's change cannot be undone, and it ends the undo links of
 * earlier changes. The psychic may have asked for it because a stranger reads the old mailbox.
 * @returns the id, for the letter to the old address.
 */
export async function noteEmailChange(
  trx: Knex,
  change: { userId: number; oldEmail: string; byManager: boolean; now: Date },
): Promise<number> {
  const { userId, oldEmail, byManager, now } = change;
  if (byManager) await undoable(trx, userId, now).update({ ended_at: now });
  const undo_until = byManager ? null : new Date(now.getTime() + undoableFor);
  const { id } = await oneRow(
    trx("email_changes")
      .insert({ user_id: userId, old_email: oldEmail, changed_at: now, undo_until })
      .returning("id"),
  );
  return id;
}

/** A change with its owner, for the letter to the old address. */
export interface EmailChange {
  id: number;
  userId: number;
  oldEmail: string;
  canUndo: boolean;
  username: string;
  /** Null for a manager. */
  extension: string | null;
  brand: Brand["key"];
}

/**
 * Undefined if the change has ended: it or an earlier one was undone, or a manager changed the
 * address later.
 */
export function findEmailChange(sql: Knex, id: number): Promise<EmailChange | undefined> {
  return sql("email_changes as c")
    .join("users as u", "u.id", "c.user_id")
    .leftJoin("psychics as p", "p.user_id", "u.id")
    .where("c.id", id)
    .whereNull("c.ended_at")
    .first(
      "c.id",
      "c.user_id as userId",
      "c.old_email as oldEmail",
      sql.raw('c.undo_until is not null as "canUndo"'),
      "u.username",
      "p.extension",
      "u.brand",
    );
}

/** Makes a new token for undoing a change; an earlier token of the same change stops working. */
export async function makeUndoToken(sql: Knex, changeId: number): Promise<string> {
  const token = randomUUID();
  await sql("email_changes")
    .where({ id: changeId })
    .update({ token_hash: hashOf(token) });
  return token;
}

/** Limits the letters that many changes of address can cause. */
const addressesAtMost = 3;

/**
 * A user's old addresses that may still undo a change; they get letters about further changes. The
 * oldest ones come first, so that later changes cannot push the owner's address out.
 */
export function undoingAddresses(sql: Knex, userId: number, now: Date): Promise<string[]> {
  return undoable(sql, userId, now).orderBy("id").limit(addressesAtMost).pluck("old_email");
}

/** The address before a change was undone, and after it. */
export interface UndoneChange {
  from: string;
  to: string;
}

/**
 * Restores the address from before a change, and drops all later changes: their addresses must not
 * undo this. Undefined if the change has ended.
 */
async function undoFrom(
  trx: Knex,
  { id, userId, now }: { id: number; userId: number; now: Date },
): Promise<UndoneChange | undefined> {
  const [change] = await undoable(trx, userId, now)
    .where({ id })
    .update({ ended_at: now })
    .returning(["old_email"]);
  if (!change) return undefined;
  await undoable(trx, userId, now).where("id", ">", id).update({ ended_at: now });
  const { email: from } = await oneRow(trx("users").where({ id: userId }).first("email"));
  await trx("users").where({ id: userId }).update({ email: change.old_email });
  return { from, to: change.old_email };
}

/** In milliseconds: a stranger may have added a passkey or a code app before changing the address. */
const factorBefore = 86_400_000;

/**
 * Restores the address from before a change. Ends every session and recovery link of the account,
 * because the person who changed the address may have one, and makes every browser a new one.
 * @returns whose account it is, and the replaced address.
 * @throws Refusal 404 for an unknown token, and if the change has ended or is older than 7 days.
 */
export async function undoEmailChange(
  trx: Knex,
  token: string,
  now: Date,
): Promise<UndoneChange & { userId: number }> {
  const found = await trx("email_changes")
    .where({ token_hash: hashOf(token) })
    .first("id", "user_id", "changed_at");
  if (!found) throw new Refusal("not_found");
  const { id, user_id: userId } = found;
  // Locks the version first, as a write of the profile does, so that the two cannot deadlock.
  await raiseVersion(trx, "profile", userId);
  const undone = await undoFrom(trx, { id, userId, now });
  if (!undone) throw new Refusal("not_found");
  await raiseEpoch(trx, userId);
  await endWithSessions(trx, userId, now);
  await forgetBrowsers(trx, userId);
  await removeFactorsSince(trx, userId, new Date(Date.parse(found.changed_at) - factorBefore));
  return { userId, ...undone };
}

/**
 * Restores the address that the account had at an instant, if its owner may undo the changes since.
 * The caller has locked the profile's version.
 * @returns null if nothing was undone.
 */
export async function undoChangesSince(
  trx: Knex,
  userId: number,
  since: Date,
  now: Date,
): Promise<UndoneChange | null> {
  const first = await undoable(trx, userId, now)
    .where("changed_at", ">=", since)
    .orderBy("id")
    .first("id");
  return (first && (await undoFrom(trx, { id: first.id, userId, now }))) ?? null;
}

export const pruneEmailChanges = pruneRows("email_changes", "changed_at < ?", lives.emailChanges);
