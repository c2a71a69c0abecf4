import { createReminders } from "../features/notifications/reminders.ts";
import type { Job } from "./jobs.ts";
import { notifyDue } from "./notify-due.ts";

/** Each minute: creates reminders of calls, and sends notifications that were postponed or failed. */
export const remind: Job<"remind"> = {
  name: "remind",
  cron: "* * * * *",
  storedFor: 3600,
  async handle(services) {
    await createReminders(services.db.pool, services.clock());
    if (await notifyDue(services)) await services.jobs.send("notify", {});
  },
};
