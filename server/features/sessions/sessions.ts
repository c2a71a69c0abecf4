import type { Knex } from "knex";
import { loginIdle } from "#server/http/session-store.ts";
import type { Session } from "#shared/sessions.ts";

/** Whom these may not sign in (D3). */
const closedStatuses = ["Blacklist", "Inactive"];

export interface Credentials {
  id: number;
  role: "manager" | "psychic";
  password_hash: string | null;
  session_epoch: number;
}

/**
 * Who has this name and may sign in; undefined for anybody else.
 * @returns it with the name as the database compares names: to it `İRIS` is `iris`, to JavaScript
 * it is not.
 */
export async function findCredentials(
  sql: Knex,
  username: string,
): Promise<{ name: string; found: Credentials | undefined }> {
  const { rows } = await sql.raw<{ rows: [{ name: string } & (Credentials | { id: null })] }>(
    `select asked.name, u.id, u.role, u.password_hash, u.session_epoch
       from (select lower(?) as name) asked
       left join users u on lower(u.username) = asked.name
        and (u.role = 'manager' or exists (
          select from psychics p where p.user_id = u.id and p.account_status <> all (?)))`,
    [username.trim(), closedStatuses],
  );
  const [{ name, ...found }] = rows;
  return { name, found: found.id === null ? undefined : found };
}

/** What POST /sessions answers; a manager has no manager. */
export async function readSession(sql: Knex, userId: number): Promise<Session> {
  return sql("users as u")
    .leftJoin("psychics as p", "p.user_id", "u.id")
    .leftJoin("users as m", "m.id", "p.manager_id")
    .leftJoin("phones as t", (on) => on.on("t.user_id", "m.id").andOnVal("t.preferred", true))
    .where("u.id", userId)
    .first(
      "u.id as user_id",
      "u.username",
      "u.first",
      "p.manager_id as manager",
      sql.raw("m.first || ' ' || m.last as manager_name"),
      "t.phone_number as manager_phone",
      "m.email as manager_email",
      "u.pay_day",
    );
}

/** Opens the login record of a portal sign-in (D17). */
export async function openLogin(sql: Knex, userId: number, key: string, at: Date): Promise<void> {
  await sql("logins").insert({
    user_id: userId,
    source: "portal",
    session_key: key,
    started_at: at,
    last_action_at: at,
  });
}

/** When a session's record ends with it: one that rested for too long had ended at its last action. */
const endWith = (sql: Knex, at: Date) =>
  sql.raw("case when last_action_at < ? then last_action_at else ? end", [
    new Date(at.getTime() - loginIdle),
    at,
  ]);

/** Closes a session's open login record at sign-out. */
export async function closeLogin(sql: Knex, key: string, at: Date): Promise<void> {
  await sql("logins")
    .where({ session_key: key })
    .whereNull("ended_at")
    .update({ ended_at: endWith(sql, at) });
}

/**
 * Closes the open portal records of a user whose sessions end (D17), but for that of a session that
 * goes on. The phone's work sessions have nothing to do with them.
 */
export async function closePortalLogins(
  sql: Knex,
  userId: number,
  at: Date,
  but: string | null = null,
): Promise<void> {
  await sql("logins")
    .where({ user_id: userId, source: "portal" })
    .whereNull("ended_at")
    .whereRaw("session_key is distinct from ?::uuid", [but])
    .update({ ended_at: endWith(sql, at) });
}

/** Closes every portal record that went half an hour without an action, at that action. */
export async function closeIdleLogins(sql: Knex, now: Date): Promise<number> {
  return sql("logins")
    .where({ source: "portal" })
    .whereNull("ended_at")
    .where("last_action_at", "<", new Date(now.getTime() - loginIdle))
    .update({ ended_at: sql.ref("last_action_at") });
}

/** Closes every open record of somebody who is shut out at this instant. */
export async function closeLoginsOf(sql: Knex, userId: number, at: Date): Promise<void> {
  const rested = new Date(at.getTime() - loginIdle);
  await sql("logins")
    .where({ user_id: userId })
    .whereNull("ended_at")
    .update({
      ended_at: sql.raw(
        `case when source = 'portal' and last_action_at < ? then last_action_at
              else greatest(started_at, ?) end`,
        [rested, at],
      ),
    });
}
