import { lives } from "#server/retention.ts";

/** A table that is partitioned by New York month. */
export interface PartitionedTable {
  name: string;
  /** The column whose instant decides the month. */
  by: string;
  /** The columns of the primary key. The last one is unique by itself in tables that are moved. */
  key: readonly [...string[], string];
  /** How long its rows are kept; null: for good. */
  life: { days: number } | null;
  /** SQL: rows that stay when their month is dropped. */
  keep?: string;
  /** SQL for a new partition: what it does not inherit. */
  own?(partition: string): string;
}

export const partitionedTables = [
  {
    name: "readings",
    by: "started_at",
    key: ["psychic_id", "started_at", "connection_id"],
    life: null,
  },
  {
    name: "audit_trail",
    by: "at",
    key: ["at", "id"],
    life: lives.auditTrail,
    // Without these rows the portal would serve the demo's known passwords to everybody (B4).
    keep: "action in ('demo begun', 'demo made')",
    // A partition inherits the triggers of rows, but not those of statements.
    own: (partition) =>
      `create trigger audit_trail_is_insert_only before update or truncate on ${partition}
         for each statement execute function audit_trail_is_insert_only();`,
  },
  {
    name: "logins",
    by: "started_at",
    key: ["user_id", "started_at", "id"],
    life: lives.logins,
  },
  {
    name: "platform_events",
    by: "received_at",
    key: ["received_at", "id"],
    life: lives.platformEvents,
    // Within a month, this keeps an event from being applied twice; across months, a trigger does.
    own: (partition) => `alter table ${partition} add unique (id);`,
  },
  {
    name: "availability_changes",
    by: "at",
    key: ["psychic_id", "at", "code"],
    life: lives.presence,
  },
  {
    name: "call_attempts",
    by: "initiated_at",
    key: ["psychic_id", "initiated_at", "id"],
    life: lives.presence,
  },
] as const satisfies PartitionedTable[];

export type PartitionedName = (typeof partitionedTables)[number]["name"];

export const partitionedTable = (name: PartitionedName): PartitionedTable =>
  partitionedTables.find((table) => table.name === name) as PartitionedTable;
