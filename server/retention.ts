/**
 * How long all data is stored. The pruners take their limits from here. The table "How long data is
 * kept" in docs/operations.md has the same rows. A test fails for a database table that is missing
 * here.
 */
interface Life {
  /** In the words of docs/operations.md. */
  what: string;
  tables: readonly string[];
  /** Whole days after the event in `how`. Left out if `how` says everything. */
  days?: number;
  how: string;
}

export const lives = {
  accounts: {
    what: "Accounts: names, addresses, phones, profiles, listings, schedules, agreements",
    tables: [
      ...["users", "psychics", "profile_details", "phones", "availability", "listings"],
      ...["schedule_segments", "versions", "agreements", "push_settings"],
    ],
    how: "as long as the account; the current state only",
  },
  pictures: {
    what: "Pictures",
    tables: ["pictures"],
    how:
      "until another picture replaces them or a manager rejects them; " +
      "files of an upload that was rolled back, or replaced while a backup ran, one day",
  },
  readings: {
    what: "Readings, customers and the statistics made of them",
    tables: [
      ...["readings", "reading_ids", "customers", "psychic_customers", "daily_statistics"],
      ...["monthly_statistics", "statistics_totals", "statistics_changes", "statistics_state"],
    ],
    how: "for good",
  },
  recordings: {
    what: "Recordings",
    tables: [],
    how:
      "for good, or as many days after the reading as `RECORDING_DAYS` says; " +
      "remains of interrupted uploads, one day",
  },
  schema: {
    what: "Which releases the schema supports",
    tables: ["schema_floor", "sql_definitions", "partitioned_tables"],
    how: "for good; it comes with the release",
  },
  places: {
    what: "Postal codes",
    tables: ["postal_codes"],
    how: "for good; it comes with the release",
  },
  auditTrail: {
    what: "Audit trail",
    tables: ["audit_trail"],
    days: 730,
    how: "after the entry; the database itself lets nobody delete a younger one",
  },
  auditHours: {
    what: "How often the actions in the audit trail's hourly entries happened",
    tables: ["audit_hours"],
    days: 730,
    how: "after the hour",
  },
  logins: { what: "Logins", tables: ["logins"], days: 730, how: "after they began" },
  gifts: { what: "Gifts", tables: ["gifts"], days: 730, how: "after they were sent" },
  absences: { what: "Absences of managers", tables: ["absences"], days: 30, how: "after they end" },
  reassignments: {
    what: "Reassignments, to undo them",
    tables: ["reassignments"],
    days: 1,
    how: "after they were made; the audit trail keeps them longer",
  },
  assignmentRules: {
    what: "Rules that choose a manager",
    tables: ["assignment_rules"],
    how: "the current state only",
  },
  problems: { what: "Problem reports", tables: ["problems"], days: 730, how: "after the report" },
  contacts: {
    what: "Contact submissions",
    tables: ["contacts"],
    days: 365,
    how: "after they were sent",
  },
  scheduledCalls: {
    what: "Scheduled calls",
    tables: ["scheduled_calls"],
    days: 90,
    how: "after their time",
  },
  notifications: {
    what: "Notifications",
    tables: ["notifications"],
    days: 30,
    how: "after they were sent or became stale",
  },
  sentLedger: {
    what: "Which letter and push went to whom",
    tables: ["sent_ledger"],
    days: 90,
    how: "after it was sent",
  },
  subscriptions: {
    what: "Push subscriptions",
    tables: ["push_subscriptions"],
    how: "as long as their session",
  },
  restingDeliveries: {
    what: "Deliveries to a platform whose address is not set",
    tables: ["deliveries"],
    days: 3,
    how: "after the change; then they are given up and their PINs removed",
  },
  deliveries: {
    what: "Deliveries that the platform took, or that were given up",
    tables: ["deliveries"],
    days: 90,
    how: "after that",
  },
  // The platform repeats an event for at most three days.
  platformEvents: {
    what: "Ids of the platform's events",
    tables: ["platform_events"],
    days: 30,
    how: "after they arrived",
  },
  // Longer than edits stay in a phone's queue (safety 17).
  idempotency: {
    what: "Idempotency keys and their answers",
    tables: ["idempotency_keys"],
    days: 30,
    how: "after the first request",
  },
  sessions: {
    what: "Sessions",
    tables: ["sessions"],
    days: 0,
    how: "until they expire, signed out or not",
  },
  // As long as browsers keep the device cookie.
  knownBrowsers: {
    what: "Browsers that have signed in to an account (hashed)",
    tables: ["known_browsers"],
    days: 400,
    how: "after the last sign-in",
  },
  // A week longer than their links work.
  signInNotices: {
    what: "Letters about sign-ins from new browsers",
    tables: ["sign_in_notices"],
    days: 14,
    how: "after the sign-in",
  },
  passwordLinks: {
    what: "Recovery links (hashed)",
    tables: ["password_links"],
    days: 1,
    how: "after they expire",
  },
  factors: {
    what: "Passkeys, secrets of code apps (encrypted) and recovery codes (hashed)",
    tables: ["passkeys", "code_apps", "recovery_codes"],
    how: "until they are removed or replaced",
  },
  invitations: {
    what: "Who was invited to set a first password",
    tables: ["invitations"],
    how: "as long as the account",
  },
  // A week longer than a change can be undone.
  emailChanges: {
    what: "Changes of e-mail addresses",
    tables: ["email_changes"],
    days: 14,
    how: "after the change",
  },
  botChecks: {
    what: "Used bot-check answers",
    tables: ["used_challenges"],
    days: 0,
    how: "until they expire",
  },
  limits: { what: "Rate limits", tables: ["rate_limits"], days: 0, how: "until they expire" },
  imports: {
    what: "Progress of interrupted imports",
    tables: ["imports"],
    days: 30,
    how: "after the last portion",
  },
  failedJobs: {
    what: "Jobs that failed for good",
    tables: ["failed_jobs"],
    days: 90,
    how: "after they failed",
  },
  jobs: {
    what: "Other jobs (the queue's own tables)",
    tables: [],
    how: "7 days after their end; one hour for deliveries, notifications, moves of rows into partitions and jobs with an address",
  },
  letterFiles: {
    what: "Letters as files in `DATA_DIR/mail`, without a mail server",
    tables: [],
    days: 30,
    how: "after they were written",
  },
  backups: {
    what: "Backups",
    tables: [],
    how: "until the operator removes them",
  },
  log: {
    what: "`DATA_DIR/portal.log`, outside production",
    tables: [],
    how: "five files of 10 MB, readable by their owner only",
  },
  releases: {
    what: "Web files of releases",
    tables: [],
    how: "the present release and the one before",
  },
} as const satisfies Record<string, Life>;

/** A row of the table in docs/operations.md. */
export function rowOf({ what, days, how }: Life): string {
  const life = days ? `${days} ${days === 1 ? "day" : "days"} ${how}` : how;
  return `| ${what} | ${life} |`;
}

/** Data with an earlier date has reached the end of its life. */
export const endOfLife = ({ days }: { days: number }, now: Date) =>
  new Date(now.getTime() - days * 86_400_000);
