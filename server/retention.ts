import type { Life } from "./life.ts";
import { systemLives } from "./system-lives.ts";

/** How long all data is stored: the pruners' limits, and the rows of docs/operations.md. */
export const lives = {
  accounts: {
    why: "the work itself, and what is owed",
    what: "Accounts: names, addresses, phones, profiles, listings, schedules",
    tables: [
      ...["users", "psychics", "profile_details", "phones", "availability", "listings"],
      ...["schedule_segments", "versions", "push_settings", "calendar_addresses"],
      "availability_questions",
    ],
    how: "as long as the account; the current state only",
  },
  agreements: {
    why: "to show what both sides agreed to",
    what: "Agreements that psychics accepted, with their texts",
    tables: ["agreements", "agreement_texts"],
    how: "as long as the account",
  },
  pictures: {
    why: "customers see them",
    what: "Pictures",
    tables: ["pictures"],
    how:
      "until another picture replaces them or a manager rejects them; " +
      "leftover files of a failed upload, and files replaced during a backup, one day",
  },
  readings: {
    why: "pay and taxes are calculated from them",
    what: "Readings, customers and the statistics calculated from them",
    tables: [
      ...["readings", "reading_ids", "customers", "psychic_customers", "daily_statistics"],
      ...["monthly_statistics", "statistics_totals", "statistics_changes", "statistics_state"],
    ],
    how: "for good",
  },
  recordings: {
    why: "to settle complaints",
    what: "Recordings",
    tables: [],
    how:
      "for good, or as many days after the reading as `RECORDING_DAYS` says; " +
      "remains of interrupted uploads, one day",
  },
  schema: {
    why: "needed to run",
    what: "Which releases the schema supports",
    tables: ["schema_floor", "sql_definitions", "partitioned_tables"],
    how: "for good; it comes with the release",
  },
  places: {
    why: "fills in forms",
    what: "Postal codes",
    tables: ["postal_codes"],
    how: "for good; it comes with the release",
  },
  auditTrail: {
    why: "to find out who did what",
    what: "Audit trail",
    tables: ["audit_trail"],
    days: 730,
    how: "after the entry; the database itself lets nobody delete a younger one",
  },
  erasures: {
    why: "to erase again what a restored backup brings back",
    what: "Who was erased (ids only)",
    tables: ["erasures"],
    how: "for good",
  },
  auditHours: {
    why: "to find out who did what",
    what: "How often the actions in the audit trail's hourly entries happened",
    tables: ["audit_hours"],
    days: 730,
    how: "after the hour",
  },
  logins: {
    why: "to know when psychics worked",
    what: "Logins",
    tables: ["logins"],
    days: 730,
    how: "after they began",
  },
  presence: {
    why: "to see how a day went",
    what: "Changes of the availability, calls that the platform tried to connect, and exceptions from schedules",
    tables: ["availability_changes", "call_attempts", "schedule_exceptions"],
    days: 730,
    how: "after they happened",
  },
  // A week and a day more than the eight whole weeks that are counted.
  hours: {
    why: "to find the hours that pay",
    what: "What happened in each hour of a psychic's weeks",
    tables: ["psychic_hours"],
    days: 70,
    how: "after the week began",
  },
  groupHours: {
    why: "to find the hours in which psychics are short",
    what: "Sums of these hours by brand, language and category",
    tables: ["group_hours", "hours_state"],
    how: "the last eight whole weeks only",
  },
  gifts: {
    why: "to settle complaints about minutes",
    what: "Gifts",
    tables: ["gifts"],
    days: 730,
    how: "after they were sent",
  },
  absences: {
    why: "to see who stood in",
    what: "Absences of managers",
    tables: ["absences"],
    days: 30,
    how: "after they end",
  },
  reassignments: {
    why: "to undo one",
    what: "Reassignments, to undo them",
    tables: ["reassignments"],
    days: 1,
    how: "after they were made; the audit trail keeps them longer",
  },
  assignmentRules: {
    why: "so that newcomers get a manager",
    what: "Rules that choose a manager",
    tables: ["assignment_rules"],
    how: "the current state only",
  },
  problems: {
    why: "to help, and to see what happens often",
    what: "Problem reports",
    tables: ["problems"],
    days: 730,
    how: "after the report",
  },
  contacts: {
    why: "to answer applicants",
    what: "Contact submissions",
    tables: ["contacts"],
    days: 365,
    how: "after they were sent",
  },
  scheduledCalls: {
    why: "to settle complaints about calls",
    what: "Scheduled calls, and the answers about them",
    tables: ["scheduled_calls", "call_answers"],
    days: 90,
    how: "after their time",
  },
  notifications: {
    why: "so that none is sent twice",
    what: "Notifications",
    tables: ["notifications"],
    days: 30,
    how: "after they were sent or became stale",
  },
  sentLedger: {
    why: "so that none is sent twice",
    what: "Which letter and push went to whom",
    tables: ["sent_ledger"],
    days: 90,
    how: "after it was sent",
  },
  subscriptions: {
    why: "to reach the device",
    what: "Push subscriptions",
    tables: ["push_subscriptions"],
    how: "as long as their session",
  },
  restingDeliveries: {
    why: "a platform may be added",
    what: "Deliveries to a platform whose address is not set",
    tables: ["deliveries"],
    days: 3,
    how: "after the change; then they are given up and their PINs removed",
  },
  deliveries: {
    why: "to see what the platform was told",
    what: "Deliveries that the platform took, or that were given up",
    tables: ["deliveries"],
    days: 90,
    how: "after that",
  },
  // The platform repeats an event for at most three days.
  platformEvents: {
    why: "so that none counts twice",
    what: "Ids of the platform's events",
    tables: ["platform_events"],
    days: 30,
    how: "after they arrived",
  },
  // Longer than the 14 days in which a phone sends an edit unasked (safety 17).
  idempotency: {
    why: "so that no edit of a phone counts twice",
    what: "Idempotency keys and their answers",
    tables: ["idempotency_keys"],
    days: 30,
    how: "after the first request",
  },
  sessions: {
    why: "to stay signed in",
    what: "Sessions",
    tables: ["sessions"],
    days: 0,
    how: "until they expire, signed out or not",
  },
  // As long as browsers keep the device cookie.
  knownBrowsers: {
    why: "to tell new browsers from known ones",
    what: "Browsers that have signed in to an account (hashed)",
    tables: ["known_browsers"],
    days: 400,
    how: "after the last sign-in",
  },
  // A week longer than their links work.
  signInNotices: {
    why: "so that the owner can lock the account",
    what: "Letters about sign-ins from new browsers",
    tables: ["sign_in_notices"],
    days: 14,
    how: "after the sign-in",
  },
  passwordLinks: {
    why: "to refuse a used one",
    what: "Recovery links (hashed)",
    tables: ["password_links"],
    days: 1,
    how: "after they expire",
  },
  factors: {
    why: "to sign in",
    what: "Passkeys, secrets of code apps (encrypted) and recovery codes (hashed)",
    tables: ["passkeys", "code_apps", "recovery_codes"],
    how: "until they are removed or replaced",
  },
  invitations: {
    why: "to invite nobody twice",
    what: "Who was invited to set a first password",
    tables: ["invitations"],
    how: "as long as the account",
  },
  // A week longer than a change can be undone.
  emailChanges: {
    why: "so that the owner can undo one",
    what: "Changes of e-mail addresses",
    tables: ["email_changes"],
    days: 14,
    how: "after the change",
  },
  botChecks: {
    why: "so that none counts twice",
    what: "Used bot-check answers",
    tables: ["used_challenges"],
    days: 0,
    how: "until they expire",
  },
  limits: {
    why: "against guessing and flooding",
    what: "Rate limits",
    tables: ["rate_limits"],
    days: 0,
    how: "until they expire",
  },
  ...systemLives,
} as const satisfies Record<string, Life>;
