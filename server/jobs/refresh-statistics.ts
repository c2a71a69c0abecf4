import { refreshStatistics } from "../features/statistics/refresh.ts";
import type { Job } from "./jobs.ts";

/** Refreshes the roll-up at the six times that the statistics screen names (D22). */
export const refreshStatisticsJob: Job<"refresh-statistics"> = {
  name: "refresh-statistics",
  cron: "0 7,10,13,16,19,22 * * *",
  missed: "once",
  async handle({ db, clock }) {
    await refreshStatistics(db.pool, clock());
  },
};
