import { createHash, randomUUID } from "node:crypto";
import type { Knex } from "knex";
import { pruneRows } from "#server/db/prune-rows.ts";
import { lives } from "#server/retention.ts";
import type { Brand } from "#shared/reference/brands.ts";
import { closePortalLogins } from "../logins/portal-logins.ts";
import { endSubscriptionsOf } from "../push/subscriptions.ts";

/** In milliseconds: the life of a recovery link, and of the grant that it gives. */
export const linkLife = 60 * 60_000;
export const grantLife = 15 * 60_000;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Links are stored as hashes, so that readers of the database cannot use them (D9). */
const hashOf = (token: string) => createHash("sha256").update(token).digest();

export interface LinkOwner {
  id: number;
  username: string;
  /** Null for a manager. */
  extension: string | null;
  email: string;
  brand: Brand["key"];
}

/**
 * A psychic without a password gets a link, too. A manager without a password gets none: that
 * manager is shut out.
 */
const linkOwners = (sql: Knex) =>
  sql("users as u")
    .leftJoin("psychics as p", "p.user_id", "u.id")
    .whereRaw("coalesce(p.account_status, 'Active') not in ('Blacklist', 'Inactive')")
    .whereRaw("(u.role = 'psychic' or u.password_hash is not null)")
    .select("u.id", "u.username", "p.extension", "u.email", "u.brand");

/** The users with this address who may set a password, at most 20; each gets a link (D9). */
export function findLinkOwners(sql: Knex, email: string): Promise<LinkOwner[]> {
  return linkOwners(sql)
    .whereRaw("lower(u.email) = lower(?)", [email.trim()])
    .orderBy("u.id")
    .limit(20);
}

/** The user with this id, unless the account is closed. */
export function findLinkOwner(sql: Knex, userId: number): Promise<LinkOwner | undefined> {
  return linkOwners(sql).where("u.id", userId).first();
}

/**
 * Makes a link for a user and uses up every earlier one: an account has one live link (B2). The link
 * of a member of staff who was shut out since the letter was ordered never works.
 * @param life in milliseconds.
 * @returns the token, which only the letter contains.
 */
export async function makeLink(
  sql: Knex,
  userId: number,
  now: Date,
  life = linkLife,
): Promise<string> {
  const token = randomUUID();
  await sql.transaction(async (trx) => {
    // Locks the user, so that if several links are made at the same time, only the last one stays
    // live.
    await trx("users").where({ id: userId }).forNoKeyUpdate().first("id");
    await spendLinks(trx, userId, now);
    if (await isShutOut(trx, userId)) return;
    await trx("password_links").insert({
      token_hash: hashOf(token),
      user_id: userId,
      expires_at: new Date(now.getTime() + life),
    });
  });
  return token;
}

/** Whether this is a member of staff without a password and without an invitation to set one. */
async function isShutOut(sql: Knex, userId: number): Promise<boolean> {
  const found = await sql("users as u")
    .where({ "u.id": userId, "u.role": "manager", "u.password_hash": null })
    .whereRaw("not exists (select from invitations i where i.user_id = u.id)")
    .first("u.id");
  return found !== undefined;
}

/** The owner of a live link, and its hash in hex; null for any other token. */
export async function findLink(
  sql: Knex,
  token: string,
  now: Date,
): Promise<{ userId: number; link: string } | null> {
  if (!uuid.test(token)) return null;
  const hash = hashOf(token);
  const row = await sql("password_links")
    .where({ token_hash: hash, used_at: null })
    .where("expires_at", ">", now)
    .first("user_id");
  return row ? { userId: row.user_id, link: hash.toString("hex") } : null;
}

/** Whether a link, given as its hash in hex, is unused. */
export async function isUnused(sql: Knex, link: string): Promise<boolean> {
  const unused = await sql("password_links")
    .where({ token_hash: Buffer.from(link, "hex"), used_at: null })
    .first("user_id");
  return unused !== undefined;
}

/** Uses up a user's link, given as its hash in hex. @returns whether it was unused. */
export async function spendLink(
  trx: Knex,
  userId: number,
  link: string,
  now: Date,
): Promise<boolean> {
  // makeLink and setPassword lock the user before the links: in another order, two could deadlock.
  await trx("users").where({ id: userId }).forNoKeyUpdate().first("id");
  const used = await trx("password_links")
    .where({ token_hash: Buffer.from(link, "hex"), used_at: null })
    .update({ used_at: now });
  return used > 0;
}

/** Uses up every open link of a user. */
export async function spendLinks(trx: Knex, userId: number, now: Date): Promise<void> {
  await trx("password_links").where({ user_id: userId, used_at: null }).update({ used_at: now });
}

/** The session that stays while all others of its user end. */
interface KeptSession {
  sid: string;
  loginKey: string;
}

/**
 * Ends what must end with all sessions of a user: open links, push subscriptions and portal logins
 * (D17). The caller raises the epoch.
 */
export async function endWithSessions(
  trx: Knex,
  userId: number,
  at: Date,
  keepSession?: KeptSession,
): Promise<void> {
  await spendLinks(trx, userId, at);
  await endSubscriptionsOf(trx, userId, keepSession?.sid);
  await closePortalLogins(trx, userId, at, keepSession?.loginKey);
}

interface NewPassword {
  userId: number;
  /** Null: nobody can sign in with a password. */
  passwordHash: string | null;
  at: Date;
  /** Only if the user has this role. */
  role?: "psychic";
  /** The session that stays, because its user set the password in it. */
  keepSession?: KeptSession;
}

/**
 * Sets a password and ends every session of the user. The database then unlocks the account.
 * @returns the new epoch; undefined if there is no such user (with that role).
 */
export async function setPassword(
  trx: Knex,
  { userId, passwordHash, at, role, keepSession }: NewPassword,
): Promise<number | undefined> {
  const [row] = await trx("users")
    .where({ id: userId, ...(role ? { role } : {}) })
    .update({ password_hash: passwordHash, session_epoch: trx.raw("session_epoch + 1") })
    .returning("session_epoch");
  if (!row) return undefined;
  await endWithSessions(trx, userId, at, keepSession);
  return row.session_epoch;
}

/** The present hash, for checking the old password. */
export async function readPasswordHash(sql: Knex, userId: number): Promise<string | null> {
  const row = await sql("users").where({ id: userId }).first("password_hash");
  return row?.password_hash ?? null;
}

export const pruneLinks = pruneRows("password_links", "expires_at < ?", lives.passwordLinks);
