import { lendClient } from "../db/lend-client.ts";
import { addIndexes } from "../db/partitions/add-indexes.ts";
import type { Job } from "./jobs.ts";

/** In milliseconds, well below `stopWithin` (jobs.ts). The next minute's job continues. */
const runsAtMost = 8_000;

/** After an upgrade: makes the new indexes of large tables. */
export const addIndexesJob: Job<"add-indexes"> = {
  name: "add-indexes",
  cron: "* * * * *",
  storedFor: 3_600,
  async handle({ db }) {
    await lendClient(db.pool, (client) => addIndexes(client, performance.now() + runsAtMost));
  },
};
