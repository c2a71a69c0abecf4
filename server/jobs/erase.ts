import { erasePortion, reapplyErasures } from "../features/privacy/erasures.ts";
import type { Job } from "./jobs.ts";

/** Milliseconds. Well below the time that a stopping process gives its jobs, as in `prune`. */
const runsAtMost = 10_000;

/** Removes what an erasure does not remove at once, in portions. A repeat finds what is left. */
export const erase: Job<"erase"> = {
  name: "erase",
  async handle(services, { erasureId }) {
    const end = performance.now() + runsAtMost;
    while (!(await erasePortion(services, erasureId, services.clock()))) {
      if (performance.now() < end) continue;
      await services.jobs.send("erase", { erasureId });
      return;
    }
  },
};

/**
 * Each night: applies all erasures again, because a restored backup may have brought data back
 * (D64).
 */
export const eraseAgain: Job<"erase-again"> = {
  name: "erase-again",
  cron: "37 3 * * *",
  missed: "once",
  async handle(services, { after = 0 }) {
    const last = await reapplyErasures(services, after, services.clock());
    if (last !== null) await services.jobs.send("erase-again", { after: last });
  },
};
