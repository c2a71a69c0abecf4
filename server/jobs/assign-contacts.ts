import { newYorkDay } from "#shared/rules/new-york.ts";
import { assignContacts } from "../features/managers/choose-manager.ts";
import type { Job } from "./jobs.ts";

/**
 * Chooses a manager for applications that have none: those of before the upgrade, those that a process
 * of the earlier release took in, and those of a time when nobody could sign in.
 */
export const assignContactsJob: Job<"assign-contacts"> = {
  name: "assign-contacts",
  cron: "*/5 * * * *",
  storedFor: 3_600,
  async handle({ db, clock }) {
    await db.sql.transaction((trx) => assignContacts(trx, newYorkDay(clock())));
  },
};
