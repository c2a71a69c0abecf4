import type { Request } from "express";
import type { Knex } from "knex";
import { Refusal } from "#server/http/refusal.ts";
import type { Services } from "#server/services.ts";
import type { Factors, UsableFactors } from "#shared/factors.ts";
import type { Brand } from "#shared/reference/brands.ts";
import { closePortalLogins } from "../logins/portal-logins.ts";
import { endSubscriptionsOf } from "../push/subscriptions.ts";
import { hasFactor } from "../sessions/sessions.ts";
import { listPasskeys, pageOf } from "./passkeys.ts";
import { countRecoveryCodes } from "./recovery-codes.ts";

const day = 86_400_000;

type Context = Pick<Services, "clock" | "staffFactorDays">;

/**
 * When a member of staff needs a second factor; null: never. The days until then count from the
 * first sign-in (D53).
 */
function dueAt({ clock, staffFactorDays }: Context, askedAt: string | null): Date | null {
  if (staffFactorDays === null) return null;
  const begin = askedAt === null ? clock() : new Date(askedAt);
  return new Date(begin.getTime() + staffFactorDays * day);
}

/** Whether this user needs a second factor now. Psychics never do. */
export function isFactorDue(
  context: Context,
  user: { role: "manager" | "psychic"; factor_asked_at: string | null },
): boolean {
  const due = user.role === "manager" && dueAt(context, user.factor_asked_at);
  return due ? due <= context.clock() : false;
}

/** The factors that work on the page that sent the request: a passkey works on one host only. */
export async function readUsableFactors(
  { db, req }: { db: { sql: Knex }; req: Request },
  userId: number,
): Promise<UsableFactors> {
  const { sql } = db;
  const passkey = await sql("passkeys")
    .where({ user_id: userId, host: pageOf(req).host })
    .first("id");
  const app = await sql("code_apps")
    .where({ user_id: userId })
    .whereNotNull("secret_sealed")
    .first("user_id");
  return { passkey: passkey !== undefined, code_app: app !== undefined };
}

export async function hasFactors(sql: Knex, userId: number): Promise<boolean> {
  const row = await sql("users as u")
    .where("u.id", userId)
    .first(sql.raw(`${hasFactor("u.id")} as has_factor`));
  return row?.has_factor ?? false;
}

export async function readFactors(
  context: Context & { sql: Knex },
  userId: number,
): Promise<Factors> {
  const { sql } = context;
  const passkeys = await listPasskeys(sql, userId);
  const app = await sql("code_apps").where({ user_id: userId }).first("confirmed_at");
  const since = app?.confirmed_at ?? null;
  const user = await sql("users").where({ id: userId }).first("role", "factor_asked_at");
  const isNeeded = user?.role === "manager" && passkeys.length === 0 && since === null;
  return {
    passkeys,
    code_app_since: since,
    recovery_codes_left: await countRecoveryCodes(sql, userId),
    needed_by: isNeeded ? (dueAt(context, user.factor_asked_at)?.toISOString() ?? null) : null,
  };
}

/**
 * Locks a user whose factors change, so that the second of two simultaneous changes sees the first.
 */
export async function lockUser(trx: Knex, userId: number) {
  return trx("users")
    .where({ id: userId })
    .forNoKeyUpdate()
    .first("role", "factor_asked_at", "session_epoch");
}

/**
 * Call this after removing a factor, with the user locked.
 * @throws Refusal 409 if a member of staff would be left with only a password although a second
 * factor is due.
 */
export async function afterRemoval(
  context: Context & { sql: Knex },
  userId: number,
  user: { role: "manager" | "psychic"; factor_asked_at: string | null } | undefined,
): Promise<void> {
  const { sql } = context;
  if (await hasFactors(sql, userId)) return;
  if (user && isFactorDue(context, user)) {
    throw new Refusal("state_forbids", {
      detail: "You need a passkey or a code app. Add another one first",
    });
  }
  // Without a passkey or an app, nothing asks for recovery codes.
  await sql("recovery_codes").where({ user_id: userId }).del();
}

/** Removes all factors and ends all sessions. The days until a first factor is due begin again. */
export async function removeFactors(trx: Knex, userId: number, at: Date): Promise<void> {
  await trx("users")
    .where({ id: userId })
    .update({ factor_asked_at: null, session_epoch: trx.raw("session_epoch + 1") });
  for (const table of ["passkeys", "code_apps", "recovery_codes"] as const) {
    await trx(table).where({ user_id: userId }).del();
  }
  await endSubscriptionsOf(trx, userId);
  await closePortalLogins(trx, userId, at);
}

/**
 * Removes the factors that a stranger may have added since an instant, and all recovery codes,
 * because the stranger may have made new ones.
 */
export async function removeFactorsSince(trx: Knex, userId: number, since: Date): Promise<void> {
  await trx("passkeys").where({ user_id: userId }).where("created_at", ">=", since).del();
  await trx("code_apps")
    .where({ user_id: userId })
    .where((either) => either.where("confirmed_at", ">=", since).orWhereNull("confirmed_at"))
    .del();
  await trx("recovery_codes").where({ user_id: userId }).del();
}

/** The facts about a user that a browser or app shows beside a passkey or code. */
export async function describeUser(sql: Knex, id: number, brand: Brand) {
  const row = await sql("users").where({ id }).first("username", "first", "last");
  if (!row) throw new Refusal("not_signed_in");
  return { id, username: row.username, name: `${row.first} ${row.last}`, brandName: brand.name };
}
