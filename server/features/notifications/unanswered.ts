import type { Knex } from "knex";
import { oneRow } from "#server/db/one-row.ts";
import { ladder } from "#shared/rules/call-answers.ts";
import { actingFor } from "#shared/rules/managers.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import type { CallAnswer } from "#shared/scheduled-calls.ts";
import { absencesOn } from "../managers/absences.ts";
import { staffWhoMay } from "../managers/managers.ts";
import type { NotifyContext } from "./create-notification.ts";

/** A call that a manager is told of. */
interface ToldCall {
  manager_id: number;
  call_id: string;
  call_at: string;
  kind: "unanswered" | "cannot";
  /** Its kind, psychic, call and time: a call may go to another psychic at the same time. */
  event: string;
}

/** The psychic of a notice's event. */
export const askedPsychic = (event: string): number => Number(event.split(":")[1]);

const expiryOf = ({ call_at }: ToldCall) => new Date(Date.parse(call_at) - ladder.end);

/**
 * Stores a notification for whoever acts for each call's manager today, once for each event. Managers
 * without a device get none: the floor shows these calls anyway.
 */
async function tellManagers(sql: Knex, calls: readonly ToldCall[], now: Date): Promise<void> {
  if (calls.length === 0) return;
  const away = await absencesOn(sql, newYorkDay(now));
  const able = new Set<number>(await staffWhoMay(sql, "edit-psychics").pluck("id"));
  const rows = calls.flatMap((call) => {
    const user_id = actingFor(call.manager_id, away, able);
    return user_id === null ? [] : [{ ...call, user_id, expires_at: expiryOf(call) }];
  });
  await sql.raw(
    `insert into notifications
       (user_id, kind, subject, event, call_id, call_at, created_at, due_at, expires_at)
     select n.user_id, n.kind, 'call-' || n.call_id, n.event, n.call_id, n.call_at, :now, :now,
            n.expires_at
       from json_to_recordset(:rows) as n (user_id integer, kind text, event text, call_id text,
         call_at timestamptz, expires_at timestamptz)
      where exists (select from push_subscriptions s where s.user_id = n.user_id)
     on conflict (user_id, event) do nothing`,
    { now, rows: JSON.stringify(rows) },
  );
}

/**
 * Two minutes before a call that its psychic has not answered, tells her manager. After downtime,
 * calls that began more than five minutes ago are left out.
 */
export async function createManagerNotices(sql: Knex, now: Date): Promise<void> {
  const { rows } = await sql.raw<{ rows: ToldCall[] }>(
    `select p.manager_id, c.id as call_id, c.at as call_at, 'unanswered' as kind,
            'unanswered:' || c.psychic_id || ':' || c.id || ':' || extract(epoch from c.at)::bigint
              as event
       from scheduled_calls c
       join psychics p on p.user_id = c.psychic_id
      where c.status in ('booked', 'changed') and p.account_status = 'Active'
        and c.at > :from and c.at <= :to
        and not exists (select from call_answers a
              where a.psychic_id = c.psychic_id and a.call_id = c.id and a.call_at = c.at)
        and not exists (select from notifications n
              where n.call_id = c.id and n.kind = 'unanswered' and n.event =
                'unanswered:' || c.psychic_id || ':' || c.id || ':' || extract(epoch from c.at)::bigint)`,
    {
      from: new Date(now.getTime() + ladder.end),
      to: new Date(now.getTime() + ladder.unanswered),
    },
  );
  await tellManagers(sql, rows, now);
}

/** Tells a psychic's manager at once that she cannot take a call, unless the manager has said so. */
export async function notifyOfCannot(
  { sql, jobs, clock, viewer }: NotifyContext & { viewer: { userId: number } },
  psychicId: number,
  { callId, callAt }: { callId: string; callAt: string },
  { answered_at }: CallAnswer,
): Promise<void> {
  if (viewer.userId !== psychicId) return;
  const { manager_id } = await oneRow(
    sql("psychics").where({ user_id: psychicId }).first("manager_id"),
  );
  const event = `cannot:${psychicId}:${callId}:${Date.parse(callAt)}:${Date.parse(answered_at)}`;
  const call = { manager_id, call_id: callId, call_at: callAt, kind: "cannot" as const, event };
  await tellManagers(sql, [call], clock());
  await jobs.send("notify", {}, sql);
}
