import { countGroupHours, countNextHours } from "../features/hours/count-hours.ts";
import type { Job } from "./jobs.ts";

/** Milliseconds. Well below the time that a stopping process gives its jobs, as in `prune`. */
const runsAtMost = 10_000;

/** Each night: counts the hours of the last eight whole weeks again (D73), in portions. */
export const countHoursJob: Job<"count-hours"> = {
  name: "count-hours",
  cron: "7 4 * * *",
  missed: "once",
  async handle({ db, clock, jobs }, { after = 0 }) {
    const end = performance.now() + runsAtMost;
    const now = clock();
    let last: number | null = after;
    while (performance.now() < end) {
      last = await countNextHours(db.pool, last, now);
      if (last === null) return countGroupHours(db.pool, now);
    }
    await jobs.send("count-hours", { after: last });
  },
};
