import type { Knex } from "knex";
import type { PushTarget } from "#server/adapters/push.ts";
import type { Connections } from "#server/db/connection.ts";
import { pruneRows } from "#server/db/prune-rows.ts";
import { lives } from "#server/retention.ts";
import type { PushKind, PushSettings } from "#shared/push-fields.ts";
import type { CallAnswerCode } from "#shared/rules/call-answers.ts";
import { type SettingsRow, settingsOf } from "../push/push-settings.ts";
import { endAddresses, hasLiveSession, isReachable } from "../push/subscriptions.ts";
import type { Stuck } from "../questions/stuck.ts";
import type { CallState } from "./call-news.ts";
import type { DecidedTopic } from "./create-notification.ts";
import { type AlwaysKind, notificationKinds } from "./notification-kinds.ts";
import { presenceNow } from "./presence-now.ts";

export interface Device extends PushTarget {
  id: number;
  user_id: number;
  /** The address of the portal's pages on this device; null if an earlier release stored it. */
  origin: string | null;
}

/** A notification that is due, with everything that decides whether and how to send it. */
export interface DueNotification {
  id: number;
  user_id: number;
  kind: PushKind | AlwaysKind;
  event: string;
  /** Such as `listing` or `call-17`. A newer notification of a topic replaces an older one. */
  topic: string;
  decision: "Approved" | "Rejected" | null;
  /**
   * The reason of a rejection; null if none was given, or if the rejected listing is gone by now.
   */
  reason: string | null;
  call_at: string | null;
  expires_at: string;
  /** Attempts, including this one. */
  attempts: number;
  /** Whether a device has received it before. */
  pushed: boolean;
  /** The call as it is now. */
  call: (CallState & { id: string; username: string }) | null;
  /** The answer that counts for the call at the time that the notification names. */
  answer: CallAnswerCode | null;
  /** The username of the call's psychic. */
  psychic: string | null;
  /** The user's availability now; null if it is unknown. */
  availability: string | null;
  /** Whether the user has been anything but Unavailable since `call_at`. */
  was_on: boolean;
  /** Only for the kind `stuck`: null if the user is not stuck any more. */
  stuck: Stuck | null;
  /** Only for the kind `missed`: when the call ended; null if the question is of no use any more. */
  missed: string | null;
  settings: PushSettings;
  user: {
    role: "manager" | "psychic";
    first: string;
    email: string;
    brand: string;
    mayEnter: boolean;
  };
  devices: Device[];
}

/** Lease (ms). If a process dies while it sends, its rows become due again after this. */
const lease = 120_000;

/**
 * Claims due notifications, the oldest first, so that no other process sends them. Leaves those of a
 * kind that only a newer release knows.
 */
export async function claimDue(sql: Knex, now: Date, atMost: number): Promise<number[]> {
  const { rows } = await sql.raw<{ rows: { id: number }[] }>(
    `update notifications set due_at = ?, attempts = attempts + 1
      where id in (
        select id from notifications
         where ended_at is null and due_at <= ? and kind = any (?)
         order by due_at, id
         limit ?
           for update skip locked
      )
     returning id`,
    [new Date(now.getTime() + lease), now, Object.keys(notificationKinds), atMost],
  );
  return rows.map(({ id }) => id);
}

type Row = Omit<DueNotification, "settings" | "user" | "devices" | "stuck" | "missed"> &
  SettingsRow &
  Omit<DueNotification["user"], "mayEnter"> & { may_enter: boolean };

/** For each topic, the column of the query below that has the reason of a rejection. */
const reasonColumns: Record<DecidedTopic, string> = {
  listing: "l.reason",
  profile: "p.profile_reason",
};
const reasonByTopic = Object.entries(reasonColumns)
  .map(([topic, column]) => `when '${topic}' then ${column}`)
  .join(" ");

/**
 * Reads claimed notifications with their users, calls and devices. Leaves out those whose facts could
 * not be read: they are due again when their lease ends.
 */
export async function readDue(
  { sql, pool }: Connections,
  ids: number[],
  now: Date,
): Promise<DueNotification[]> {
  const { rows } = await sql.raw<{ rows: Row[] }>(
    `select n.id, n.user_id, n.kind, n.event, n.subject as topic, n.decision, n.call_at, n.expires_at, n.attempts,
       n.pushed, to_json(c) as call, cp.username as psychic, v.code as availability,
       exists (select from availability_changes h
         where h.psychic_id = n.user_id and h.at > n.call_at and h.code <> 'U') as was_on,
       (select a.answer from call_answers a
         where a.psychic_id = c.psychic_id and a.call_id = c.id and a.call_at = n.call_at
         order by a.answered_at desc, a.answer limit 1) as answer,
       case when n.decision = 'Rejected' then
         case n.subject ${reasonByTopic} end
       end as reason, s.kinds, s.quiet_from, s.quiet_to, s.show_names,
       u.role, u.first, u.email, u.brand,
       coalesce(p.account_status, '') not in ('Blacklist', 'Inactive') as may_enter
      from notifications n
      join users u on u.id = n.user_id
      left join psychics p on p.user_id = n.user_id
      left join listings l on l.psychic_id = n.user_id and l.status = 'Rejected'
      left join push_settings s on s.user_id = n.user_id
      left join scheduled_calls c on c.id = n.call_id
      left join users cp on cp.id = c.psychic_id
      left join availability v on v.psychic_id = n.user_id
     where n.id = any (?)
     order by n.id`,
    [ids],
  );
  const devices: Device[] = await sql("push_subscriptions as p")
    .whereRaw("p.user_id = any (?)", [rows.map((row) => row.user_id)])
    .whereRaw(isReachable)
    .whereRaw(hasLiveSession, [now])
    .orderBy("p.id")
    .select("p.id", "p.user_id", "p.endpoint", "p.keys", "p.origin");
  const { stuck, missed, unread } = await presenceNow(pool, rows, now);
  const devicesOf = Map.groupBy(devices, (device) => device.user_id);
  const readable = rows.filter(({ kind }) => !unread.has(kind));
  return readable.map((row) => {
    const { kinds, quiet_from, quiet_to, show_names, ...rest } = row;
    const { role, first, email, brand, may_enter, ...notification } = rest;
    return {
      ...notification,
      stuck: stuck.get(row.user_id) ?? null,
      missed: missed.get(row.user_id) ?? null,
      settings: settingsOf({ kinds, quiet_from, quiet_to, show_names }),
      user: { role, first, email, brand, mayEnter: may_enter },
      devices: devicesOf.get(row.user_id) ?? [],
    };
  });
}

/**
 * The outcome of a claimed notification: `next` is when to try again, null if it has ended.
 * `untried`: the attempt does not count.
 */
export interface Settlement {
  id: number;
  next: Date | null;
  pushed?: boolean;
  untried?: boolean;
}

export async function settle(sql: Knex, settlements: Settlement[], now: Date): Promise<void> {
  await sql.raw(
    `update notifications n
        set ended_at = case when s.next is null then ?::timestamptz end,
          due_at = coalesce(s.next, n.due_at),
          pushed = n.pushed or coalesce(s.pushed, false),
          attempts = n.attempts - case when s.untried then 1 else 0 end
       from json_to_recordset(?) as s
         (id bigint, next timestamptz, pushed boolean, untried boolean)
      where n.id = s.id and n.ended_at is null`,
    [now, JSON.stringify(settlements)],
  );
}

/** Records which devices were reached, and ends the addresses of those that are gone. */
export async function noteDevices(
  sql: Knex,
  { reached, gone }: { reached: Device[]; gone: Device[] },
  now: Date,
): Promise<void> {
  const ids = (devices: Device[]) => devices.map(({ id }) => id);
  if (reached.length > 0) {
    await sql("push_subscriptions")
      .whereRaw("id = any (?)", [ids(reached)])
      .update({ last_delivered_at: now });
  }
  await endAddresses(sql, gone);
}

export const pruneNotifications = pruneRows("notifications", "ended_at < ?", lives.notifications);
