import { deliverDue } from "../features/platform/deliver-due.ts";
import type { Job } from "./jobs.ts";

/** Tells the platform what waits: tried before, rested without a setting, or left by a dead process. */
export const deliverWaiting: Job<"deliver-waiting"> = {
  name: "deliver-waiting",
  cron: "* * * * *",
  keepFor: 3600,
  async handle(services) {
    if (!services.platform) return;
    if (await deliverDue(services)) await services.jobs.send("deliver-waiting", {});
  },
};
