import type { Knex } from "knex";
import type { Notifications } from "#server/db/tables.ts";
import type { Services } from "#server/services.ts";

/** What a change has at hand to tell of itself: its transaction, too. */
export interface Telling extends Pick<Services, "jobs" | "clock"> {
  sql: Knex;
}

const minute = 60_000;
const day = 86_400_000;

/** Tells a psychic, once this transaction commits, how a manager decided; an older word is void. */
export async function tellDecision(
  telling: Telling,
  psychicId: number,
  subject: "listing" | "profile",
  decision: "Approved" | "Rejected",
): Promise<void> {
  const now = telling.clock();
  await telling
    .sql("notifications")
    .where({ user_id: psychicId, subject, ended_at: null })
    .update({ ended_at: now });
  await tell(telling, now, 3 * day, { user_id: psychicId, kind: "decided", subject, decision });
}

/** Sends a test to a user's devices. */
export async function tellTest(telling: Telling, userId: number): Promise<void> {
  await tell(telling, telling.clock(), 5 * minute, {
    user_id: userId,
    kind: "test",
    subject: "test",
  });
}

async function tell(
  { sql, jobs }: Telling,
  now: Date,
  life: number,
  about: Pick<Notifications, "user_id" | "kind" | "subject"> &
    Partial<Pick<Notifications, "decision">>,
): Promise<void> {
  await sql("notifications").insert({
    ...about,
    created_at: now,
    due_at: now,
    expires_at: new Date(now.getTime() + life),
  });
  await jobs.send("notify", {}, sql);
}
