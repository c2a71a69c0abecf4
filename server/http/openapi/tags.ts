import type { api } from "#shared/api.ts";

/** The groups of endpoints in the document; a group without a text does not compile. */
export const tags: Record<keyof typeof api, { name: string; description: string }> = {
  sessions: {
    name: "Sessions and passwords",
    description: "Sign in, sign out, recover a password.",
  },
  confirmation: {
    name: "Confirmation",
    description: "Confirm who is signed in; undo a change of the e-mail.",
  },
  factors: {
    name: "Passkeys and codes",
    description: "Passkeys, code apps and recovery codes: signing in with them, and their changes.",
  },
  devices: {
    name: "Devices",
    description: "Where a user is signed in; end sessions; report a sign-in by somebody else.",
  },
  psychics: { name: "Psychics", description: "Psychics with their figures." },
  floor: { name: "Floor", description: "What every psychic does now, as a list and as a stream." },
  news: { name: "News", description: "Changes of a psychic's availability, calls and account." },
  accounts: { name: "Accounts", description: "Status, permissions, availability and search." },
  profile: { name: "Profiles", description: "Profiles with approval and rejection." },
  phones: { name: "Phones", description: "Up to three numbers of a psychic or a manager." },
  payroll: { name: "Payroll", description: "SSNs, for a reason; the tax filer's yearly file." },
  agreements: { name: "Agreements", description: "Which agreements psychics accepted, and when." },
  privacy: {
    name: "Privacy",
    description: "What the portal holds about a person: export, erasure, and how long it is kept.",
  },
  pictures: { name: "Pictures", description: "Profile pictures with approval and rejection." },
  listings: { name: "Listings", description: "What customers read; a manager approves it." },
  schedule: { name: "Schedule", description: "The week, in New York wall-clock time." },
  scheduleExceptions: {
    name: "Schedule exceptions",
    description: "Days on which the hours differ from the week: off, extra hours, chat only.",
  },
  presence: {
    name: "Days of psychics",
    description: "When a psychic had promised to work, was available, and was called.",
  },
  calendar: {
    name: "Calendar",
    description:
      "A secret address under which a calendar program reads a psychic's hours and calls.",
  },
  questions: {
    name: "Questions about the availability",
    description: "Busy without a call, and missed calls: what the portal asks a psychic.",
  },
  scheduledCalls: { name: "Scheduled calls", description: "Calls that customers booked." },
  readings: { name: "Readings", description: "Reading history and recordings." },
  customers: { name: "Customers", description: "A psychic's customers and their readings." },
  logins: { name: "Logins", description: "Work sessions, by portal and by phone." },
  gifts: { name: "Gifts", description: "Free minutes that a psychic gives to customers." },
  audit: { name: "Audit trail", description: "Who did what, and to whom." },
  managers: {
    name: "Managers",
    description: "To whom psychics and applications belong, and who stands in.",
  },
  staff: { name: "Staff", description: "The roles of managers and other staff." },
  statistics: { name: "Statistics", description: "Figures as of the last refresh." },
  hours: {
    name: "Hours of the week",
    description: "What happened in each hour of the week, and which hours pay.",
  },
  approvals: { name: "Approvals", description: "Everything that waits for a manager." },
  problems: { name: "Problems", description: "Problem reports." },
  contacts: { name: "Contacts", description: "Contact submissions from the recruiting sites." },
  signUp: {
    name: "Sign-up",
    description: "Sign up a psychic; check whether a username, or a phone with its PIN, is free.",
  },
  places: { name: "Places", description: "City and region of a postal code." },
  botCheck: { name: "Bot check", description: "The challenge that public forms answer." },
  push: {
    name: "Push notifications",
    description: "Devices, and the notifications that each user wants.",
  },
  ingest: { name: "Phone and chat platform", description: "Signed events from the platform." },
  documents: { name: "Service", description: "Health, this document, the chat's address." },
};
