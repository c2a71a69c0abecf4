import type { Knex } from "knex";
import type { PushTarget } from "#server/adapters/push.ts";
import { byText } from "#server/db/by-text.ts";
import type { Pruner } from "#server/db/prune-rows.ts";
import { applyListQuery, countRows, type ListOrder } from "#server/queries/list-query.ts";
import type { ListQuery } from "#shared/fields.ts";
import type { Subscription } from "#shared/push.ts";

/** Nobody uses more devices; the oldest one is dropped. */
const devicesAtMost = 10;

const order: ListOrder<keyof Subscription> = {
  columns: {
    id: "id",
    label: byText("label"),
    created_at: "created_at",
    last_delivered_at: "last_delivered_at",
  },
  nullable: ["last_delivered_at"],
  first: { sort: "created_at", order: "desc" },
  id: "id desc",
};

/**
 * Replaces the address of a device that its push service no longer knows (404, 410). The row stays
 * until its session ends: the browser knows its id and renews it with a new address. A device that
 * its user removed has no row and does not come back (F1).
 */
const goneAddress = "gone:";
export const isReachable = `endpoint not like '${goneAddress}%'`;

/** Ends the given addresses. A device that was renewed in the meantime has another address. */
export async function endAddresses(
  sql: Knex,
  devices: readonly { id: number; endpoint: string }[],
): Promise<void> {
  if (devices.length === 0) return;
  await sql("push_subscriptions")
    .whereRaw("id = any (?) and endpoint = any (?)", [
      devices.map(({ id }) => id),
      devices.map(({ endpoint }) => endpoint),
    ])
    .update({ endpoint: sql.raw("? || id", [goneAddress]), keys: "{}" });
}

/** A user's reachable devices, by default newest first. */
export async function listSubscriptions(
  sql: Knex,
  userId: number,
  query: ListQuery,
): Promise<{ subscriptions: Subscription[]; total: number }> {
  const own = () => sql("push_subscriptions").where({ user_id: userId }).whereRaw(isReachable);
  const subscriptions: Subscription[] = await own()
    .select("id", "label", "created_at", "last_delivered_at")
    .modify(applyListQuery(query, order));
  return { subscriptions, total: await countRows(own()) };
}

/** The user whose browser subscribes, and the address of the page on which it does. */
interface Owner {
  userId: number;
  sid: string;
  label: string;
  origin: string | null;
}

/**
 * Subscribes a browser for its present session, or renews its subscription. An endpoint belongs to
 * one browser, so a subscription of another user moves to this one.
 * @returns its id.
 */
export async function saveSubscription(
  sql: Knex,
  { endpoint, keys }: PushTarget,
  owner: Owner & { now: Date },
): Promise<number> {
  const { userId, sid, label, origin, now } = owner;
  const { rows } = await sql.raw<{ rows: { id: number }[] }>(
    `insert into push_subscriptions as known
         (user_id, session_sid, endpoint, keys, label, origin, created_at)
       values (?, ?, ?, ?, ?, ?, ?)
       on conflict (endpoint) do update
         set (user_id, session_sid, keys, label, origin)
             = row (excluded.user_id, excluded.session_sid, excluded.keys, excluded.label,
                    excluded.origin),
           (created_at, last_delivered_at)
             = (select known.created_at, known.last_delivered_at
                 where known.user_id = excluded.user_id
                union all
                select excluded.created_at, null where known.user_id <> excluded.user_id)
     returning id`,
    [userId, sid, endpoint, JSON.stringify(keys), label, origin, now],
  );
  const [{ id }] = rows as [{ id: number }];
  await sql("push_subscriptions")
    .whereIn("id", (others) =>
      others
        .from("push_subscriptions")
        .where({ user_id: userId })
        .whereNot({ id })
        .orderByRaw("created_at desc, id desc")
        .offset(devicesAtMost - 1)
        .select("id"),
    )
    .delete();
  return id;
}

/**
 * Updates a user's subscription.
 * @returns whether it still exists: one that was removed on another device does not come back.
 */
export async function renewSubscription(
  sql: Knex,
  id: number,
  { endpoint, keys }: PushTarget,
  owner: Owner,
): Promise<boolean> {
  const { userId, sid, label, origin } = owner;
  const mine = () => sql("push_subscriptions").where({ user_id: userId, id });
  if (!(await mine().forUpdate().first("id"))) return false;
  // An endpoint belongs to one browser: its previous row is outdated.
  await sql("push_subscriptions").where({ endpoint }).whereNot({ id }).delete();
  await mine().update({ endpoint, keys: JSON.stringify(keys), session_sid: sid, label, origin });
  return true;
}

/** @returns whether the user had it. */
export async function removeSubscription(sql: Knex, userId: number, id: number): Promise<boolean> {
  const removed = await sql("push_subscriptions")
    .where({ user_id: userId })
    .whereRaw("id = ?::bigint", [id])
    .delete();
  return removed > 0;
}

/** Ends the subscriptions of sessions that end. */
export async function endSubscriptionsOfSessions(sql: Knex, sids: string[]): Promise<void> {
  await sql("push_subscriptions").whereRaw("session_sid = any (?)", [sids]).delete();
}

/** Ends all subscriptions of a user whose sessions end, except those of a session that stays. */
export async function endSubscriptionsOf(
  sql: Knex,
  userId: number,
  exceptSid?: string,
): Promise<void> {
  await sql("push_subscriptions")
    .where({ user_id: userId })
    .modify((rows) => exceptSid !== undefined && rows.whereNot({ session_sid: exceptSid }))
    .delete();
}

/** Moves the subscriptions of a session that gets a new id. */
export async function moveSubscriptions(sql: Knex, from: string, to: string): Promise<void> {
  await sql("push_subscriptions").where({ session_sid: from }).update({ session_sid: to });
}

/**
 * SQL: whether the session of a subscription `p` is live, that is neither ended nor expired, and of
 * the user's present epoch. Binds the present instant.
 */
export const hasLiveSession = `exists (
  select from sessions s join users u on u.id = s.user_id
   where s.sid = p.session_sid and s.user_id = p.user_id and not s.ended and s.expire > ?
     and s.epoch = u.session_epoch)`;

/** Removes subscriptions without a live session; a browser that comes back subscribes again. */
export const pruneSubscriptions: Pruner = {
  name: "push_subscriptions",
  async prune({ db: { sql } }, now) {
    await sql("push_subscriptions as p").whereRaw(`not ${hasLiveSession}`, [now]).delete();
    return false;
  },
};
