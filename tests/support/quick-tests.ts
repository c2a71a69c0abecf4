/**
 * The API tests of `npm run test:quick`: for each feature the file that covers most of it in the
 * least time. Browser tests in the quick run have the tag @quick.
 */
export const quickApiTests: Record<string, string> = {
  accounts: "accounts",
  approvals: "approvals",
  audit: "audit-trail",
  "bot-check": "recruiting",
  confirmation: "confirmation",
  contacts: "contacts",
  customers: "customers",
  gifts: "gifts",
  import: "import",
  ingest: "ingest-readings",
  listings: "listings",
  logins: "logins",
  managers: "contacts",
  notifications: "push-sending",
  phones: "phones",
  pictures: "pictures",
  places: "places",
  platform: "deliveries",
  problems: "problems",
  profile: "profile",
  psychics: "psychics",
  push: "push-subscriptions",
  readings: "readings",
  schedule: "schedule",
  "scheduled-calls": "scheduled-calls",
  sessions: "sessions",
  "sign-up": "sign-up",
  statistics: "statistics",
};
