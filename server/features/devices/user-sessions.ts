import type { Knex } from "knex";
import { Refusal } from "#server/http/refusal.ts";
import { tombstoneLife } from "#server/http/session-store.ts";
import { applyListQuery, countRows, type ListOrder } from "#server/queries/list-query.ts";
import type { Device, deviceEndpoints } from "#shared/devices.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { raiseEpoch } from "../accounts/account-changes.ts";
import { closeLogins, closePortalLogins } from "../logins/portal-logins.ts";
import { endSubscriptionsOf, endSubscriptionsOfSessions } from "../push/subscriptions.ts";

/** SQL of an instant that the session's JSON stores in epoch milliseconds. */
const instantIn = (key: string) => `to_timestamp((s.sess ->> '${key}')::float8 / 1000)`;
const signedInAt = instantIn("signedInAt");
const lastUsedAt = `coalesce(${instantIn("touchedAt")}, ${signedInAt})`;
/**
 * Identifies a session to its user: the key that links the session with its logins. It is no
 * secret, and every session has one.
 */
const id = "s.sess ->> 'loginKey'";

const order: ListOrder<"last_used_at" | "signed_in_at"> = {
  columns: { last_used_at: lastUsedAt, signed_in_at: signedInAt },
  first: { sort: "last_used_at", order: "desc" },
  id: "s.sid",
};

/** The sessions of a user that a request could use now. */
const liveSessions = (sql: Knex, userId: number, now: Date) =>
  sql("sessions as s")
    .join("users as u", "u.id", "s.user_id")
    .where({ "s.user_id": userId, "s.ended": false })
    .where("s.expire", ">", now)
    .whereRaw("s.epoch = u.session_epoch");

interface Asked {
  userId: number;
  /** The caller's session. */
  sid: string;
  now: Date;
  query: QueryOf<typeof deviceEndpoints.listSessions>;
}

/** A user's sessions, by default the latest use first. */
export async function listSessions(
  sql: Knex,
  { userId, sid, now, query }: Asked,
): Promise<{ sessions: Device[]; total: number }> {
  const live = () => liveSessions(sql, userId, now);
  const sessions: Device[] = await live()
    .select({
      id: sql.raw(id),
      browser: sql.raw("s.sess ->> 'browser'"),
      place: sql.raw("s.sess ->> 'place'"),
      signed_in_at: sql.raw(signedInAt),
      last_used_at: sql.raw(lastUsedAt),
      this_device: sql.raw("s.sid = ?", [sid]),
    })
    .modify(applyListQuery(query, order));
  return { sessions, total: await countRows(live()) };
}

interface Session {
  sid: string;
  id: string;
}

/**
 * Locks a user and then the user's live sessions, so that two devices that sign each other out never
 * deadlock, and only the first succeeds.
 */
async function lockSessions(trx: Knex, userId: number, now: Date): Promise<Session[]> {
  await trx("users").where({ id: userId }).forNoKeyUpdate().first("id");
  return liveSessions(trx, userId, now)
    .orderBy("s.sid")
    .forUpdate("s")
    .select("s.sid", trx.raw(`${id} as id`));
}

/** Ends sessions as a sign-out does: with their push subscriptions and logins. */
async function end(trx: Knex, sessions: readonly Session[], now: Date): Promise<void> {
  const sids = sessions.map(({ sid }) => sid);
  await trx("sessions")
    .whereRaw("sid = any (?)", [sids])
    .update({ ended: true, sess: "{}", expire: new Date(now.getTime() + tombstoneLife) });
  await endSubscriptionsOfSessions(trx, sids);
  await closeLogins(
    trx,
    sessions.map(({ id }) => id),
    now,
  );
}

/** The caller, in a session that was live when the request arrived. */
interface Caller {
  userId: number;
  sid: string;
}

/** @throws Refusal 401 if the caller's own session has ended in the meantime. */
async function lockAsCaller(trx: Knex, { userId, sid }: Caller, now: Date): Promise<Session[]> {
  const sessions = await lockSessions(trx, userId, now);
  if (!sessions.some((session) => session.sid === sid)) throw new Refusal("not_signed_in");
  return sessions;
}

/** @throws Refusal 404 unless one of the sessions has this id. */
async function endOne(trx: Knex, sessions: readonly Session[], id: string, now: Date) {
  const chosen = sessions.filter((session) => session.id === id);
  if (chosen.length === 0) throw new Refusal("not_found");
  await end(trx, chosen, now);
}

/** Ends one of the caller's own sessions. @throws Refusal 401, 404. */
export async function endOwnSession(trx: Knex, caller: Caller, id: string, now: Date) {
  await endOne(trx, await lockAsCaller(trx, caller, now), id, now);
}

/** Ends all sessions of the caller but this one. @returns how many. @throws Refusal 401. */
export async function endOtherSessions(trx: Knex, caller: Caller, now: Date): Promise<number> {
  const sessions = await lockAsCaller(trx, caller, now);
  const others = sessions.filter(({ sid }) => sid !== caller.sid);
  await end(trx, others, now);
  return others.length;
}

/** Ends a session of somebody else. @throws Refusal 404. */
export async function endSessionOf(trx: Knex, userId: number, id: string, now: Date) {
  await endOne(trx, await lockSessions(trx, userId, now), id, now);
}

/**
 * Ends every session of a user, also one that a sign-in under way is about to begin.
 * @returns how many were live.
 */
export async function endEverySession(trx: Knex, userId: number, now: Date): Promise<number> {
  const live = await countRows(liveSessions(trx, userId, now));
  await raiseEpoch(trx, userId);
  await endSubscriptionsOf(trx, userId);
  await closePortalLogins(trx, userId, now);
  return live;
}
