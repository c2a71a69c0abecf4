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
    await createReminders(services.db.pool, services.clock());
    await createManagerNotices(services.db.sql, services.clock());
    await createPresenceNews(services.db.pool, services.clock());
    if (await notifyDue(services)) await services.jobs.send("notify", {});
  },
};
