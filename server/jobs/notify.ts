import type { Job } from "./jobs.ts";
import { notifyDue } from "./notify-due.ts";

/** Tells people what has just come to be told. What fails is tried again by the reminders' job. */
export const notify: Job<"notify"> = {
  name: "notify",
  keepFor: 3600,
  async handle(services) {
    if (await notifyDue(services)) await services.jobs.send("notify", {});
  },
};
