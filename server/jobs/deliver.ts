import { deliverOf } from "../features/platform/deliver-due.ts";
import type { Job } from "./jobs.ts";

/** Tells the platform what has just changed of a psychic. What fails is tried again by the sweep. */
export const deliver: Job<"deliver"> = {
  name: "deliver",
  keepFor: 3600,
  async handle(services, { psychicId }) {
    if (!services.platform) return;
    if (await deliverOf(services, psychicId)) await services.jobs.send("deliver", { psychicId });
  },
};
