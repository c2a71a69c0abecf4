import { deliverDue } from "../features/platform/deliver-due.ts";
import type { Job } from "./jobs.ts";

/** Each minute: sends deliveries that failed, waited for a setting, or whose process was killed. */
export const deliverWaiting: Job<"deliver-waiting"> = {
  name: "deliver-waiting",
  cron: "* * * * *",
  storedFor: 3600,
  async handle(services) {
    if (!services.platform) return;
    if (await deliverDue(services)) await services.jobs.send("deliver-waiting", {});
  },
};
