import type { Load } from "./deferred.tsx";

/**
 * The managers' screens by their path in `routes.tsx`. They are apart from it because a psychic's
 * phone downloads that file with each release, and the names of a hundred files do not compress.
 */
export const managerScreens = {
  "/dashboard": async () => ({
    default: (await import("./manager/dashboard/dashboard.tsx")).Dashboard,
  }),
  "/psychics": async () => ({
    default: (await import("./manager/psychics/psychics.tsx")).Psychics,
  }),
  "/psychics/:id": async () => ({
    default: (await import("./manager/psychics/summary/psychic-summary.tsx")).PsychicSummary,
  }),
  "/psychics/:id/readings": async () => ({
    default: (await import("./manager/psychics/readings/psychic-readings.tsx")).PsychicReadings,
  }),
  "/psychics/:id/customers": async () => ({
    default: (await import("./manager/psychics/customers/psychic-customers.tsx")).PsychicCustomers,
  }),
  "/psychics/:id/logins": async () => ({
    default: (await import("./manager/psychics/logins/psychic-logins.tsx")).PsychicLogins,
  }),
  "/psychics/:id/history": async () => ({
    default: (await import("./manager/psychics/history/psychic-history.tsx")).PsychicHistory,
  }),
  "/psychics/:id/compose": async () => ({
    default: (await import("./manager/psychics/compose/psychic-compose.tsx")).PsychicCompose,
  }),
  "/psychics/:id/sent": async () => ({
    default: (await import("./manager/psychics/sent/psychic-sent.tsx")).PsychicSent,
  }),
  "/psychics/:id/listing": async () => ({
    default: (await import("./manager/psychics/listing/psychic-listing.tsx")).PsychicListing,
  }),
  "/psychics/:id/schedule": async () => ({
    default: (await import("./manager/psychics/schedule/psychic-schedule.tsx")).PsychicSchedule,
  }),
  "/psychics/:id/day": async () => ({
    default: (await import("./manager/psychics/day/psychic-day.tsx")).PsychicDay,
  }),
  "/floor": async () => ({
    default: (await import("./manager/floor/floor.tsx")).Floor,
  }),
  "/time-off": async () => ({
    default: (await import("./manager/time-off/time-off.tsx")).TimeOff,
  }),
  "/statistics": async () => ({
    default: (await import("./manager/statistics/statistics.tsx")).Statistics,
  }),
  "/statistics/hours": async () => ({
    default: (await import("./manager/statistics/hours/demand.tsx")).Demand,
  }),
  "/approvals": async () => ({
    default: (await import("./manager/approvals/approvals.tsx")).Approvals,
  }),
  "/contacts": async () => ({
    default: (await import("./manager/contacts/contacts.tsx")).Contacts,
  }),
  "/contacts/problems": async () => ({
    default: (await import("./manager/contacts/problems/problems.tsx")).Problems,
  }),
  "/payroll": async () => ({
    default: (await import("./manager/payroll/payroll.tsx")).Payroll,
  }),
  "/staff": async () => ({
    default: (await import("./manager/staff/staff.tsx")).Staff,
  }),
  "/audit": async () => ({
    default: (await import("./manager/audit/audit.tsx")).Audit,
  }),
  "/privacy": async () => ({
    default: (await import("./manager/privacy/privacy.tsx")).Privacy,
  }),
  "/problem": async () => ({
    default: (await import("./manager/problem/report-problem.tsx")).ReportProblem,
  }),
  "/psychics/:id/profile": async () => ({
    default: (await import("./manager/psychics/profile/psychic-profile.tsx")).PsychicProfileScreen,
  }),
  "/newpsychic": async () => ({
    default: (await import("./signup/new-psychic.tsx")).NewPsychic,
  }),
  "/edit_profile": async () => ({
    default: (await import("./manager/edit-profile/edit-profile.tsx")).EditProfile,
  }),
  "/away": async () => ({
    default: (await import("./manager/away/away.tsx")).Away,
  }),
  "/security": async () => ({
    default: (await import("./manager/security/security.tsx")).Security,
  }),
  "/notifications": async () => ({
    default: (await import("./manager/notifications/notifications.tsx")).Notifications,
  }),
} satisfies Record<string, Load>;
