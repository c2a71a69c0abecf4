import type { Pruner } from "../db/prune-rows.ts";
import { pruneChallenges } from "../features/bot-check/bot-check.ts";
import { pruneEmailChanges } from "../features/confirmation/email-changes.ts";
import { pruneContacts } from "../features/contacts/contacts.ts";
import { pruneGifts } from "../features/gifts/gifts.ts";
import { pruneImports } from "../features/import/import-progress.ts";
import { prunePlatformEvents } from "../features/ingest/apply-once.ts";
import { pruneLogins } from "../features/logins/logins.ts";
import { pruneNotifications } from "../features/notifications/due-notifications.ts";
import { prunePictures } from "../features/pictures/pictures.ts";
import { pruneDelivered, pruneGivenUp, pruneResting } from "../features/platform/deliveries.ts";
import { pruneProblems } from "../features/problems/problems.ts";
import { pruneSubscriptions } from "../features/push/subscriptions.ts";
import { pruneScheduledCalls } from "../features/scheduled-calls/scheduled-calls.ts";
import { pruneLinks } from "../features/sessions/passwords.ts";
import { pruneAuditHours, pruneAuditTrail } from "../http/audit.ts";
import { pruneKeys } from "../http/idempotency.ts";
import { pruneLimits } from "../http/limits.ts";
import { pruneSessions } from "../http/session-store.ts";
import { describeError } from "../log.ts";
import { endOfLife, lives } from "../retention.ts";
import { pruneFailedJobs } from "./failed-jobs.ts";
import type { Job } from "./jobs.ts";
import { pruneLedger } from "./send-once.ts";

const pruneLetters: Pruner = {
  name: "letters",
  async prune({ mailer }, now) {
    await mailer.removeFiles?.(endOfLife(lives.letterFiles, now));
    return false;
  },
};

/** Everything with a life of its own in `retention.ts`. Notifications go before their calls. */
export const pruners: readonly Pruner[] = [
  ...[pruneSessions, pruneLinks, pruneEmailChanges, pruneChallenges, pruneLimits],
  ...[pruneKeys, prunePlatformEvents, pruneResting, pruneDelivered, pruneGivenUp],
  ...[pruneSubscriptions, pruneNotifications, pruneLedger, pruneFailedJobs, pruneImports],
  ...[pruneScheduledCalls, pruneContacts, pruneProblems, pruneGifts, pruneLogins],
  ...[pruneAuditTrail, pruneAuditHours, prunePictures, pruneLetters],
];

/** A job takes no longer than a stopping process waits for it; another one goes on. */
const stint = 10_000;

/**
 * Removes what has served its time, in portions and in turn: a table that fails or has much to
 * remove holds up no other.
 */
export const prune: Job<"prune"> = {
  name: "prune",
  cron: "17 3 * * *",
  missed: "once",
  async handle(services) {
    const { clock, jobs, log } = services;
    const end = performance.now() + stint;
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
};
