import { removeLostPictures } from "../features/pictures/pictures.ts";
import { removeLostSubscriptions } from "../features/push/subscriptions.ts";
import type { Job } from "./jobs.ts";

const day = 86_400_000;

/** Removes what has served its time; nothing that anybody could still ask for. */
export const prune: Job<"prune"> = {
  name: "prune",
  cron: "17 3 * * *",
  async handle({ db: { sql }, files, clock }) {
    const now = clock().getTime();
    const before = (milliseconds: number) => new Date(now - milliseconds);
    await sql("sessions").where("expire", "<", before(0)).delete();
    await sql("password_links").where("expires_at", "<", before(day)).delete();
    // A week longer than a change can be undone.
    await sql("email_changes")
      .where("changed_at", "<", before(14 * day))
      .delete();
    await sql("used_challenges").where("expires_at", "<", before(0)).delete();
    // Longer than any phone's queue lives (safety 17).
    await sql("idempotency_keys")
      .where("created_at", "<", before(30 * day))
      .delete();
    // The platform sends an event again for three days at most.
    await sql("platform_events")
      .where("received_at", "<", before(30 * day))
      .delete();
    // What the platform has; what was given up stays until somebody has looked.
    await sql("deliveries")
      .where("delivered_at", "<", before(90 * day))
      .delete();
    await removeLostSubscriptions(sql, clock());
    // Longer than a reminder could be made again.
    await sql("notifications")
      .where("ended_at", "<", before(30 * day))
      .delete();
    await sql("sent_ledger")
      .where("sent_at", "<", before(90 * day))
      .delete();
    await sql("failed_jobs")
      .where("failed_at", "<", before(90 * day))
      .delete();
    await sql("rate_limits").where("expire", "<", now).delete();
    await removeLostPictures(sql, files, clock());
  },
};
