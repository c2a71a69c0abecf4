import { deliverOf } from "../features/platform/deliver-due.ts";
import type { Job } from "./jobs.ts";

/** Sends a psychic's new deliveries to the platform. The `deliver-waiting` job retries what fails. */
export const deliver: Job<"deliver"> = {
  name: "deliver",
  storedFor: 3600,
  async handle(services, { psychicId }) {
    if (!services.platform) return;
    if (await deliverOf(services, psychicId)) await services.jobs.send("deliver", { psychicId });
  },
};
