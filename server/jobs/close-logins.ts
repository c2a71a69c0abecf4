import { closeIdleLogins } from "../features/sessions/sessions.ts";
import type { Job } from "./jobs.ts";

/** Work sessions without an action for half an hour have ended at the last one (D17). */
export const closeLogins: Job<"close-logins"> = {
  name: "close-logins",
  cron: "*/5 * * * *",
  async handle({ db, clock }) {
    await closeIdleLogins(db.sql, clock());
  },
};
