import { closeIdleLogins } from "../features/logins/portal-logins.ts";
import type { Job } from "./jobs.ts";

/** Closes portal logins without an action for half an hour (D17). */
export const closeLogins: Job<"close-logins"> = {
  name: "close-logins",
  cron: "*/5 * * * *",
  async handle({ db, clock }) {
    await closeIdleLogins(db.sql, clock());
  },
};
