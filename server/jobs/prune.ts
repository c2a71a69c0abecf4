import type { Pruner } from "../db/prune-rows.ts";
import { describeError } from "../log.ts";
import type { Job } from "./jobs.ts";

/**
 * In milliseconds. After this long the job ends and another one continues. It must stay well below
 * `stopWithin` (jobs.ts), the time that a stopping process gives its jobs.
 */
const runsAtMost = 10_000;

/**
 * Makes the job that removes data whose life is over (`retention.ts`): one portion of each pruner
 * in turn, so that a table that fails or has much to remove holds up no other.
 */
export const pruneJob = (pruners: readonly Pruner[]): Job<"prune"> => ({
  name: "prune",
  cron: "17 3 * * *",
  missed: "once",
  async handle(services) {
    const { clock, jobs, log } = services;
    const end = performance.now() + runsAtMost;
    const now = clock();
    const failures: unknown[] = [];
    let unfinished = pruners;
    do {
      const more: Pruner[] = [];
      for (const pruner of unfinished) {
        try {
          if (await pruner.prune(services, now)) more.push(pruner);
        } catch (error) {
          log.warn({ job: "prune", table: pruner.name, error: describeError(error) }, "not pruned");
          failures.push(error);
        }
      }
      unfinished = more;
    } while (unfinished.length > 0 && performance.now() < end);
    if (unfinished.length > 0) await jobs.send("prune", {});
    if (failures.length > 0) throw failures[0];
  },
});
