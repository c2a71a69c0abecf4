import type { Database } from "#server/db/connection.ts";
import { type Trace, writeAuditHourly } from "#server/http/audit.ts";
import type { Viewer } from "#server/http/handler.ts";

interface NoteContext {
  db: Database;
  viewer: Viewer | null;
  trace: Trace | null;
  clock(): Date;
}

const anHour = 3_600_000;
/** The views that this process has recorded in the current hour: it records each only once. */
const recordedViews = new WeakMap<Database, { hour: number; pairs: Set<string> }>();

/**
 * Records that a manager saw a psychic's PIN (C14), once per manager, psychic and hour. Outside any
 * transaction: the PIN was shown even if a write is refused.
 */
export async function noteShownPin(
  { db, viewer, trace, clock }: NoteContext,
  { user_id, pin }: { user_id: number; pin: string | null },
): Promise<void> {
  if (viewer?.role !== "manager" || pin === null) return;
  const hour = Math.floor(clock().getTime() / anHour);
  let known = recordedViews.get(db);
  if (known?.hour !== hour) {
    known = { hour, pairs: new Set() };
    recordedViews.set(db, known);
  }
  const pair = `${viewer.userId}:${user_id}`;
  if (known.pairs.has(pair)) return;
  await writeAuditHourly(
    db.sql,
    { actorId: viewer.userId, action: "PIN shown", subjectId: user_id, trace },
    String(user_id),
  );
  known.pairs.add(pair);
}
