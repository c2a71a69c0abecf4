import type { Job } from "./jobs.ts";
import { notifyDue } from "./notify-due.ts";

/** Sends notifications that have just become due. The `remind` job retries what fails. */
export const notify: Job<"notify"> = {
  name: "notify",
  storedFor: 3600,
  async handle(services) {
    if (await notifyDue(services)) await services.jobs.send("notify", {});
  },
};
