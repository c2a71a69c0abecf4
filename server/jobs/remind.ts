import { makeReminders } from "../features/notifications/reminders.ts";
import type { Job } from "./jobs.ts";
import { notifyDue } from "./notify-due.ts";

/** Each minute: reminds of the calls that begin, and tells what waits: held back, or tried before. */
export const remind: Job<"remind"> = {
  name: "remind",
  cron: "* * * * *",
  keepFor: 3600,
  async handle(services) {
    await makeReminders(services.db.pool, services.clock());
    if (await notifyDue(services)) await services.jobs.send("notify", {});
  },
};
