import type { Request } from "express";
import type { Knex } from "knex";
import type { AuditActionName } from "#shared/rules/audit-actions.ts";
import { pruneMonths, pruneRows } from "../db/prune-rows.ts";
import { lives } from "../retention.ts";
import { browserFamily } from "./browser-family.ts";
import { truncatedAddress } from "./network.ts";

/** Where a request came from, without anything that identifies a person. */
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

/** A row of the audit trail (safety 16). `detail` has old and new values, never a secret. */
export interface AuditEntry {
  actorId: number | null;
  action: AuditActionName;
  subjectId: number | null;
  /** Null without a request: a command, the demo. */
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
 * For frequent events: one row of the trail per actor, action, `about` and hour. `audit_hours`
 * counts every event, because rows of the trail cannot be updated (C4).
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
 * A trigger refuses to delete younger rows. It goes by the database's clock, and ours may be ahead.
 * Rows that record the demo stay: without them the portal would serve the demo's known passwords to
 * everybody (B4).
 */
export const pruneAuditTrail = pruneMonths(
  "audit_trail",
  `at < least(?::timestamptz, now() - interval '${lives.auditTrail.days} days')
     and action not in ('demo begun', 'demo made')`,
  lives.auditTrail,
);

/** The hourly counts are pruned with the trail's rows. */
export const pruneAuditHours = pruneRows("audit_hours", "hour < ?", lives.auditHours);
