import { createPresenceNews } from "../features/notifications/presence-news.ts";
import { createReminders } from "../features/notifications/reminders.ts";
import { createManagerNotices } from "../features/notifications/unanswered.ts";
import type { Job } from "./jobs.ts";
import { notifyDue } from "./notify-due.ts";

/**
 * Each minute: creates reminders of calls and questions about the availability, tells managers of
 * calls without an answer, and sends notifications that were postponed or failed.
 */
export const remind: Job<"remind"> = {
  name: "remind",
  cron: "* * * * *",
  storedFor: 3600,
  async handle(services) {
    const { db, clock, jobs } = services;
    // What fails must not hold up the others: a reminder of a call is of use for minutes only.
    const created = await Promise.allSettled([
      createReminders(db.pool, clock()),
      createManagerNotices(db.sql, clock()),
      createPresenceNews(db.pool, clock()),
    ]);
    if (await notifyDue(services)) await jobs.send("notify", {});
    const failed = created.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  },
};
