import type { Knex } from "knex";
import { pruneRows } from "../db/prune-rows.ts";
import { lives } from "../retention.ts";

/** One line of the audit trail (safety 16). `detail` holds old and new, never a secret. */
export interface AuditEntry {
  actorId: number | null;
  action: string;
  subjectId: number | null;
  requestId: string | null;
  detail?: Record<string, unknown> | undefined;
}

export async function writeAudit(sql: Knex, entry: AuditEntry): Promise<void> {
  await sql("audit_trail").insert({
    actor_id: entry.actorId,
    action: entry.action,
    subject_id: entry.subjectId,
    request_id: entry.requestId,
    detail: JSON.stringify(entry.detail ?? {}),
  });
}

/**
 * The one way around the insert-only trigger, which lets entries of this age go by the database's
 * own clock: ours may be ahead.
 */
export const pruneAuditTrail = pruneRows(
  "audit_trail",
  `at < least(?::timestamptz, now() - interval '${lives.auditTrail.days} days')`,
  lives.auditTrail,
);
