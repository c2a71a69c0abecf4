import type { Knex } from "knex";
import type { PushTarget } from "#server/adapters/push.ts";
import { byText } from "#server/db/by-text.ts";
import type { Pruner } from "#server/db/prune-rows.ts";
import { applyListQuery, countRows, type ListOrder } from "#server/queries/list-query.ts";
import type { ListQuery } from "#shared/fields.ts";
import type { Subscription } from "#shared/push.ts";

/** More devices than this nobody uses: the oldest one goes. */
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
 * The address of a device whose push service knows it no more (404, 410). Its row stays until its
 * session ends: the browser, which knows its id, renews it under a new address. One that its user
 * removed has no row, and does not come back (F1).
 */
const goneAddress = "gone:";
export const isReachable = `endpoint not like '${goneAddress}%'`;

/** Ends what is sent to these devices; one that was renewed meanwhile lives at another address. */
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

/** A user's devices, the newest first. */
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

/**
 * Subscribes a browser for the session it has now, or renews it; one that another user had goes over
 * to this one, since a browser's endpoint is one.
 * @returns its id.
 */
export async function saveSubscription(
  sql: Knex,
  { endpoint, keys }: PushTarget,
  owner: { userId: number; sid: string; label: string; now: Date },
): Promise<number> {
  const { userId, sid, label, now } = owner;
  const { rows } = await sql.raw<{ rows: { id: number }[] }>(
    `insert into push_subscriptions as known
         (user_id, session_sid, endpoint, keys, label, created_at)
       values (?, ?, ?, ?, ?, ?)
       on conflict (endpoint) do update
         set (user_id, session_sid, keys, label)
             = row (excluded.user_id, excluded.session_sid, excluded.keys, excluded.label),
           (created_at, last_delivered_at)
             = (select known.created_at, known.last_delivered_at
                 where known.user_id = excluded.user_id
                union all
                select excluded.created_at, null where known.user_id <> excluded.user_id)
     returning id`,
    [userId, sid, endpoint, JSON.stringify(keys), label, now],
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
 * Brings a user's subscription up to date.
 * @returns whether it is still there: one that was removed on another device does not come back.
 */
export async function renewSubscription(
  sql: Knex,
  id: number,
  { endpoint, keys }: PushTarget,
  owner: { userId: number; sid: string; label: string },
): Promise<boolean> {
  const { userId, sid, label } = owner;
  const mine = () => sql("push_subscriptions").where({ user_id: userId, id });
  if (!(await mine().forUpdate().first("id"))) return false;
  // A browser's endpoint is one: whoever had it before has another by now.
  await sql("push_subscriptions").where({ endpoint }).whereNot({ id }).delete();
  await mine().update({ endpoint, keys: JSON.stringify(keys), session_sid: sid, label });
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

/** Ends what a session subscribed, with it. */
export async function endSubscriptionsOfSession(sql: Knex, sid: string): Promise<void> {
  await sql("push_subscriptions").where({ session_sid: sid }).delete();
}

/** Ends all subscriptions of a user whose sessions end, but for those of one that goes on. */
export async function endSubscriptionsOf(sql: Knex, userId: number, but?: string): Promise<void> {
  await sql("push_subscriptions")
    .where({ user_id: userId })
    .modify((own) => but !== undefined && own.whereNot({ session_sid: but }))
    .delete();
}

/** A session that goes on under a fresh id takes what it subscribed with it. */
export async function moveSubscriptions(sql: Knex, from: string, to: string): Promise<void> {
  await sql("push_subscriptions").where({ session_sid: from }).update({ session_sid: to });
}

/**
 * What makes a subscription `p` one of a session that lives: neither signed out nor expired, and of
 * the user's present epoch. Binds the present instant.
 */
export const hasLiveSession = `exists (
  select from sessions s join users u on u.id = s.user_id
   where s.sid = p.session_sid and s.user_id = p.user_id and not s.ended and s.expire > ?
     and s.epoch = u.session_epoch)`;

/** Removes what belongs to no session any more: a browser that comes back subscribes again. */
export const pruneSubscriptions: Pruner = {
  name: "push_subscriptions",
  async prune({ db: { sql } }, now) {
    await sql("push_subscriptions as p").whereRaw(`not ${hasLiveSession}`, [now]).delete();
    return false;
  },
};
