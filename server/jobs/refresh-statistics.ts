import { refreshHours } from "#shared/rules/refresh-hours.ts";
import { refreshStatistics } from "../features/statistics/refresh.ts";
import type { Job } from "./jobs.ts";

/** Refreshes the roll-up at its six hours in New York (D22). */
export const refreshStatisticsJob: Job<"refresh-statistics"> = {
  name: "refresh-statistics",
  cron: `0 ${refreshHours.join(",")} * * *`,
  missed: "once",
  async handle({ db, clock }) {
    await refreshStatistics(db.pool, clock());
  },
};
