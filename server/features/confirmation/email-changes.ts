import { createHash, randomUUID } from "node:crypto";
import type { Knex } from "knex";
import { oneRow } from "#server/db/one-row.ts";
import { pruneRows } from "#server/db/prune-rows.ts";
import { Refusal } from "#server/http/refusal.ts";
import { raiseVersion } from "#server/http/versions.ts";
import { lives } from "#server/retention.ts";
import { undoableFor } from "#shared/confirmation.ts";
import type { Brand } from "#shared/reference/brands.ts";
import { closePortalLogins } from "../logins/portal-logins.ts";
import { endSubscriptionsOf } from "../push/subscriptions.ts";
import { spendLinks } from "../sessions/passwords.ts";

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
 * @param change `byManager`: a manager's change cannot be undone, and from then on neither can
 * earlier changes: the psychic may have asked for it because a stranger reads the old mailbox.
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

/**
 * Restores the address from before a change, and drops all later changes. Ends every session and
 * recovery link of the account, because the person who changed the address may have one.
 * @returns whose account it is, and the replaced address.
 * @throws Refusal 404 for an unknown token, and if the change has ended or is older than 7 days.
 */
export async function undoEmailChange(
  trx: Knex,
  token: string,
  now: Date,
): Promise<{ userId: number; from: string; to: string }> {
  const found = await trx("email_changes")
    .where({ token_hash: hashOf(token) })
    .first("id", "user_id");
  if (!found) throw new Refusal("not_found");
  const { id, user_id: userId } = found;
  // Locks the version first, as a write of the profile does, so that the two cannot deadlock.
  await raiseVersion(trx, "profile", userId);
  const [change] = await undoable(trx, userId, now)
    .where({ id })
    .update({ ended_at: now })
    .returning(["old_email"]);
  if (!change) throw new Refusal("not_found");
  // Later changes end too: their addresses must not undo this.
  await undoable(trx, userId, now).where("id", ">", id).update({ ended_at: now });
  const { email: from } = await oneRow(trx("users").where({ id: userId }).first("email"));
  await trx("users")
    .where({ id: userId })
    .update({ email: change.old_email, session_epoch: trx.raw("session_epoch + 1") });
  await spendLinks(trx, userId, now);
  await endSubscriptionsOf(trx, userId);
  await closePortalLogins(trx, userId, now);
  return { userId, from, to: change.old_email };
}

export const pruneEmailChanges = pruneRows("email_changes", "changed_at < ?", lives.emailChanges);
