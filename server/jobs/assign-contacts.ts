import { newYorkDay } from "#shared/rules/new-york.ts";
import { assignContacts, assignedAtOnce } from "../features/managers/choose-manager.ts";
import type { Job } from "./jobs.ts";

/** Milliseconds. Well below the time that a stopping process gives its jobs, as in `prune`. */
const runsAtMost = 10_000;

/**
 * Chooses a manager for applications that have none: those from before the upgrade that gave
 * applications managers, those that a process of the earlier release stored, and those that came
 * while nobody could sign in.
 */
export const assignContactsJob: Job<"assign-contacts"> = {
  name: "assign-contacts",
  cron: "*/5 * * * *",
  storedFor: 3_600,
  async handle({ db, clock }) {
    const end = performance.now() + runsAtMost;
    let assigned: number;
    do {
      assigned = await db.sql.transaction((trx) => assignContacts(trx, newYorkDay(clock())));
    } while (assigned === assignedAtOnce && performance.now() < end);
  },
};
