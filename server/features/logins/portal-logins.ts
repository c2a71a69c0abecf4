import type { Knex } from "knex";

const idleMinutes = 30;

/**
 * In milliseconds. A portal login without an action for this long has ended, at the time of its
 * last action (D17).
 */
export const loginIdle = idleMinutes * 60_000;

/**
 * SQL that records an action of a signed-in user, to be appended to `with touched as (…)`, whose
 * rows name the `user_id`, the `session_key` of the login and the time `at`. It extends the
 * session's open login. It opens a login if none is open, or if the open one was idle for 30
 * minutes.
 */
export const recordActivity = `continued as (
     update logins l set last_action_at = t.at
       from touched t
      where l.session_key = t.session_key and l.ended_at is null
        and l.last_action_at > t.at - interval '${idleMinutes} minutes'
     returning l.id
   )
   insert into logins (user_id, source, session_key, started_at, last_action_at)
   select t.user_id, 'portal', t.session_key, t.at, t.at from touched t
    where t.session_key is not null and not exists (select from continued)`;

/** Opens the login of a portal sign-in (D17). */
export async function openLogin(sql: Knex, userId: number, key: string, at: Date): Promise<void> {
  await sql("logins").insert({
    user_id: userId,
    source: "portal",
    session_key: key,
    started_at: at,
    last_action_at: at,
  });
}

/**
 * The end of a login that is closed at `at`. An idle login has ended at its last action. A login
 * may have been opened after `at`, while the closing transaction waited for a lock: it ends at its
 * own start.
 */
const endAt = (sql: Knex, at: Date) =>
  sql.raw("case when last_action_at < ? then last_action_at else greatest(started_at, ?) end", [
    new Date(at.getTime() - loginIdle),
    at,
  ]);

/** Closes the open logins of sessions that end. */
export async function closeLogins(sql: Knex, keys: string[], at: Date): Promise<void> {
  await sql("logins")
    .whereRaw("session_key = any (?::uuid[])", [keys])
    .whereNull("ended_at")
    .update({ ended_at: endAt(sql, at) });
}

/**
 * Closes a user's open portal logins when all sessions of the user end (D17). Phone logins stay
 * open.
 * @param except the key of a session that goes on.
 */
export async function closePortalLogins(
  sql: Knex,
  userId: number,
  at: Date,
  except: string | null = null,
): Promise<void> {
  await sql("logins")
    .where({ user_id: userId, source: "portal" })
    .whereNull("ended_at")
    .whereRaw("session_key is distinct from ?::uuid", [except])
    .update({ ended_at: endAt(sql, at) });
}

/** Closes every idle portal login at its last action. */
export async function closeIdleLogins(sql: Knex, now: Date): Promise<number> {
  return sql("logins")
    .where({ source: "portal" })
    .whereNull("ended_at")
    .where("last_action_at", "<", new Date(now.getTime() - loginIdle))
    .update({ ended_at: sql.ref("last_action_at") });
}

/** Closes all open logins of a user who is shut out, on the portal and by phone. */
export async function closeAllLogins(sql: Knex, userId: number, at: Date): Promise<void> {
  const idleSince = new Date(at.getTime() - loginIdle);
  await sql("logins")
    .where({ user_id: userId })
    .whereNull("ended_at")
    .update({
      ended_at: sql.raw(
        `case when source = 'portal' and last_action_at < ? then last_action_at
              else greatest(started_at, ?) end`,
        [idleSince, at],
      ),
    });
}
