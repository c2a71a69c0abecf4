import { pruneLetters } from "./adapters/mailer.ts";
import type { Pruner } from "./db/prune-rows.ts";
import { pruneChallenges } from "./features/bot-check/bot-check.ts";
import { pruneEmailChanges } from "./features/confirmation/email-changes.ts";
import { pruneContacts } from "./features/contacts/contacts.ts";
import { pruneKnownBrowsers } from "./features/devices/known-browsers.ts";
import { pruneSignInNotices } from "./features/devices/sign-in-notices.ts";
import { pruneGifts } from "./features/gifts/gifts.ts";
import { prunePsychicHours } from "./features/hours/hours.ts";
import { pruneImports } from "./features/import/import-progress.ts";
import { prunePlatformEvents } from "./features/ingest/apply-once.ts";
import { pruneLogins } from "./features/logins/logins.ts";
import { pruneAbsences } from "./features/managers/absences.ts";
import { pruneReassignments } from "./features/managers/reassign.ts";
import { pruneNotifications } from "./features/notifications/due-notifications.ts";
import { prunePictures } from "./features/pictures/pictures.ts";
import { pruneDelivered, pruneGivenUp, pruneResting } from "./features/platform/deliveries.ts";
import { pruneAvailabilityChanges, pruneCallAttempts } from "./features/presence/timeline.ts";
import { pruneProblems } from "./features/problems/problems.ts";
import { pruneSubscriptions } from "./features/push/subscriptions.ts";
import { pruneRecordings } from "./features/readings/recording.ts";
import { pruneExceptions } from "./features/schedule-exceptions/schedule-exceptions.ts";
import { pruneCallAnswers } from "./features/scheduled-calls/call-answers.ts";
import { pruneScheduledCalls } from "./features/scheduled-calls/scheduled-calls.ts";
import { pruneLinks } from "./features/sessions/passwords.ts";
import { pruneAuditHours, pruneAuditTrail } from "./http/audit.ts";
import { pruneKeys } from "./http/idempotency.ts";
import { pruneLimits } from "./http/limits.ts";
import { pruneSessions } from "./http/session-store.ts";
import { pruneFailedJobs } from "./jobs/failed-jobs.ts";
import { pruneJob } from "./jobs/prune.ts";
import { pruneLedger } from "./jobs/send-once.ts";

/** All pruners, in the order in which they run. Notifications go before their calls. */
export const pruners: readonly Pruner[] = [
  ...[pruneSessions, pruneLinks, pruneEmailChanges, pruneChallenges, pruneLimits],
  ...[pruneKnownBrowsers, pruneSignInNotices, pruneAbsences, pruneReassignments],
  ...[pruneKeys, prunePlatformEvents, pruneResting, pruneDelivered, pruneGivenUp],
  ...[pruneSubscriptions, pruneNotifications, pruneLedger, pruneFailedJobs, pruneImports],
  ...[pruneScheduledCalls, pruneCallAnswers, pruneContacts, pruneProblems, pruneGifts, pruneLogins],
  ...[pruneAvailabilityChanges, pruneCallAttempts, pruneExceptions, prunePsychicHours],
  ...[pruneAuditTrail, pruneAuditHours, prunePictures, pruneRecordings, pruneLetters],
];

export const prune = pruneJob(pruners);
