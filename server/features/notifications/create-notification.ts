import type { Knex } from "knex";
import type { Notifications } from "#server/db/tables.ts";
import type { Services } from "#server/services.ts";

/** A handler passes its own services, so that a notification joins its transaction. */
export interface NotifyContext extends Pick<Services, "jobs" | "clock"> {
  sql: Knex;
}

const minute = 60_000;
const day = 86_400_000;

/** The kinds of things that a manager approves or rejects, and whose decision is notified. */
export type DecidedTopic = "listing" | "profile";

/** Notifies a psychic of a manager's decision; it replaces an earlier, unsent notification. */
export async function notifyDecision(
  context: NotifyContext,
  psychicId: number,
  topic: DecidedTopic,
  decision: "Approved" | "Rejected",
): Promise<void> {
  const now = context.clock();
  await endUnsent(context, now, psychicId, topic);
  await create(context, now, 3 * day, {
    user_id: psychicId,
    kind: "decided",
    subject: topic,
    decision,
  });
}

/** Ends the unsent notifications of a topic, because newer news makes them outdated. */
async function endUnsent(
  { sql }: NotifyContext,
  now: Date,
  userId: number,
  topic: string,
): Promise<void> {
  await sql("notifications")
    .where({ user_id: userId, subject: topic, ended_at: null })
    .update({ ended_at: now });
}

/**
 * Drops an unsent rejection after the psychic's own change, because it would ask for a change that
 * was just made. After a manager's change the rejection is still sent.
 */
export async function dropRejection(
  { sql, clock, viewer }: Pick<NotifyContext, "sql" | "clock"> & { viewer: { userId: number } },
  psychicId: number,
  topic: DecidedTopic,
): Promise<void> {
  if (viewer.userId !== psychicId) return;
  await sql("notifications")
    .where({ user_id: psychicId, subject: topic, decision: "Rejected", ended_at: null })
    .update({ ended_at: clock() });
}

/** Sends a test notification to a user's devices. */
export async function notifyTest(context: NotifyContext, userId: number): Promise<void> {
  await create(context, context.clock(), 5 * minute, {
    user_id: userId,
    kind: "test",
    subject: "test",
  });
}

async function create(
  { sql, jobs }: NotifyContext,
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
