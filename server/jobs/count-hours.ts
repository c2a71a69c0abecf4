import {
  countGroupHours,
  countNextHours,
  daysAWeek,
  noteCounted,
} from "../features/hours/count-hours.ts";
import type { Job } from "./jobs.ts";

/** Milliseconds. Well below the time that a stopping process gives its jobs, as in `prune`. */
const runsAtMost = 10_000;

/** Each night: counts the hours of the last eight whole weeks again (D73), in portions. */
export const countHoursJob: Job<"count-hours"> = {
  name: "count-hours",
  cron: "7 4 * * *",
  missed: "once",
  async handle({ db, clock, jobs }, { after = 0, day = 0 }) {
    const end = performance.now() + runsAtMost;
    const now = clock();
    const isOver = () => performance.now() >= end;
    if (day === 0) {
      let last: number | null = after;
      while (last !== null) {
        if (isOver()) return jobs.send("count-hours", { after: last });
        last = await countNextHours(db.pool, last, now);
      }
      await noteCounted(db.pool, now);
    }
    for (let next = day; next < daysAWeek; next++) {
      if (next > 0 && isOver()) return jobs.send("count-hours", { day: next });
      await countGroupHours(db.pool, next, now);
    }
  },
};
