import type { Request } from "express";
import type { Knex } from "knex";
import { pruneRows } from "../db/prune-rows.ts";
import { lives } from "../retention.ts";
import { browserFamily } from "./browser-family.ts";
import { truncatedAddress } from "./network.ts";

/** Where a request came from, as far as the trail and the log may know. */
export interface Trace {
  requestId: string;
  /** Truncated: IPv4 to /24, IPv6 to /48. */
  address: string | null;
  /** Such as "Chrome on Android". */
  browser: string | null;
}

export const traceOf = (req: Request, requestId: string): Trace => ({
  requestId,
  address: truncatedAddress(req.ip ?? ""),
  browser: browserFamily(req.get("user-agent")),
});

/** One line of the audit trail (safety 16). `detail` holds old and new, never a secret. */
export interface AuditEntry {
  actorId: number | null;
  action: string;
  subjectId: number | null;
  /** Null for what no request did: a command, the demo. */
  trace: Trace | null;
  detail?: Record<string, unknown> | undefined;
}

const rowOf = ({ actorId, action, subjectId, trace, detail }: AuditEntry) => ({
  actor_id: actorId,
  action,
  subject_id: subjectId,
  request_id: trace?.requestId ?? null,
  address: trace?.address ?? null,
  browser: trace?.browser ?? null,
  detail: JSON.stringify(detail ?? {}),
});

export async function writeAudit(sql: Knex, entry: AuditEntry): Promise<void> {
  await sql("audit_trail").insert(rowOf(entry));
}

/**
 * Writes what may happen often: one row of the trail for each actor, action, `about` and hour. The
 * trail is insert-only, so `audit_hours` counts the rest (C4).
 */
export async function writeAuditHourly(
  sql: Knex,
  entry: AuditEntry & { actorId: number },
  about: string,
): Promise<void> {
  const row = rowOf(entry);
  await sql.raw(
    `with counted as (
       insert into audit_hours (actor_id, action, about, hour)
       values (:actor_id, :action, :about, date_trunc('hour', now(), 'UTC'))
       on conflict (actor_id, action, about, hour)
         do update set times = audit_hours.times + 1
       returning times
     )
     insert into audit_trail (actor_id, action, subject_id, request_id, address, browser, detail)
     select :actor_id::int, :action, :subject_id::int, :request_id, :address, :browser, :detail::jsonb
       from counted where times = 1`,
    { ...row, about },
  );
}

/**
 * The one way around the insert-only trigger, which lets entries of this age go by the database's
 * own clock: ours may be ahead. The marks of the demo stay: without them its known passwords would
 * be served to everybody (B4).
 */
export const pruneAuditTrail = pruneRows(
  "audit_trail",
  `at < least(?::timestamptz, now() - interval '${lives.auditTrail.days} days')
     and action not in ('demo begun', 'demo made')`,
  lives.auditTrail,
);

/** The counts of the trail's hours go when its entries do. */
export const pruneAuditHours = pruneRows("audit_hours", "hour < ?", lives.auditHours);
