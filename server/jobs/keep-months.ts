import { lendClient } from "../db/lend-client.ts";
import { keepMonths } from "../db/partitions/keep-months.ts";
import type { Job } from "./jobs.ts";

/** Makes the partitions of the coming months, and drops those past their retention. */
export const keepMonthsJob: Job<"keep-months"> = {
  name: "keep-months",
  cron: "7 3 * * *",
  missed: "once",
  async handle({ db, clock }) {
    await lendClient(db.pool, (client) => keepMonths(client, clock()));
  },
};
