import type { Knex } from "knex";
import { makeContact } from "#seeds/builders/contact.ts";
import { customerRow } from "#seeds/builders/customer.ts";
import { makeListing } from "#seeds/builders/listing.ts";
import { makeProblem } from "#seeds/builders/problem.ts";
import { makeReading } from "#seeds/builders/reading.ts";
import { makeScheduledCall } from "#seeds/builders/scheduled-call.ts";
import type { Services } from "#server/services.ts";
import type { api } from "#shared/api.ts";
import { defaultPushSettings } from "#shared/push-fields.ts";
import { calendarExamples } from "./calendar-examples.ts";
import { deviceExamples } from "./device-examples.ts";
import { factorExamples } from "./factor-examples.ts";
import { managerExamples } from "./manager-examples.ts";
import { profileExamples } from "./profile-examples.ts";
import { subscription } from "./push-service.ts";
import { signUp } from "./sign-up.ts";
import { staffExamples } from "./staff-examples.ts";

/** The people and things that the example requests are about. */
export interface Cast {
  /** The psychic whose id is in the path. */
  subject: number;
  managerName: string;
  psychicName: string;
  password: string;
}

export interface Example {
  params?: Record<string, string | number>;
  query?: string;
  body?: unknown;
  /** Prepares the state that the call needs. Returns further params. */
  prepare?: (
    services: Services,
    subject: number,
  ) => Promise<Record<string, string | number> | undefined>;
  /** The status that a manager gets, if it is not the endpoint's success status. */
  status?: number;
}

const busySince = "2026-03-08T18:25:00.000Z";

const listingIn =
  (status: "Pending" | "Rejected") =>
  async ({ db }: Services, subject: number) => {
    await makeListing(db.sql, { psychic_id: subject, status });
    return undefined;
  };

/** Makes the subject's recorded reading once. Returns its connection id. */
async function recordedReading(sql: Knex, subject: number): Promise<string> {
  const connection_id = `call-${subject}`;
  const known = await sql("readings").where({ connection_id }).first("connection_id");
  if (known) return connection_id;
  const customer = customerRow({ id: 78 });
  await sql("customers").insert(customer).onConflict("id").ignore();
  await makeReading(sql, {
    connection_id,
    user_id: subject,
    customer_id: customer.id,
    customer_username: customer.username,
    started_at: "2026-03-01T17:00:00Z",
    has_recording: true,
  });
  return connection_id;
}

/** Answers a call that begins in five minutes, by the clock of the test. */
function answerExample({ subject }: Cast): Example {
  const id = `booked-${subject}`;
  const body = { answer: "ready", at: "", answered_at: "2026-03-01T16:50:00Z" };
  return {
    params: { id: subject, call: id },
    body,
    prepare: async ({ db, clock }) => {
      const at = new Date(clock().getTime() + 5 * 60_000);
      body.at = at.toISOString();
      await db.sql("scheduled_calls").where({ id }).delete();
      await makeScheduledCall(db.sql, { id, psychic_id: subject, at });
      return undefined;
    },
  };
}

type Names = { [G in keyof typeof api]: keyof (typeof api)[G] }[keyof typeof api];

/**
 * One request for every endpoint. It is valid, unless a comment beside it says why not. A new
 * endpoint without an example does not compile.
 */
export const examples: Record<Names, (cast: Cast) => Example> = {
  getAvailability: ({ subject }) => ({ params: { id: subject } }),
  countBusy: () => ({}),
  listPsychics: () => ({}),
  getPsychic: ({ subject }) => ({ params: { id: subject } }),
  setAvailability: ({ subject }) => ({ params: { id: subject }, body: { code: "U" } }),
  setAccountStatus: ({ subject }) => ({ params: { id: subject }, body: { acctStatus: "Active" } }),
  setPermissions: ({ subject }) => ({
    params: { id: subject },
    body: { permissions: "AgentPhone,AgentChat" },
  }),
  setAutoEmail: ({ subject }) => ({ params: { id: subject }, body: { autoEmail: true } }),
  listLinkedAccounts: ({ subject }) => ({ params: { id: subject } }),
  searchPsychics: () => ({ params: { term: "luna" } }),
  signIn: ({ managerName, password }) => ({ body: { username: managerName, password } }),
  getSession: () => ({}),
  getKeptKey: () => ({}),
  signOut: () => ({}),
  forgotPassword: () => ({ body: { email: "nobody@people.example" } }),
  // No letter was sent, so no link exists: everybody gets 404 for a link, and nobody may set a
  // password with one.
  authorizePassword: () => ({ params: { value: "none" }, status: 404 }),
  setPasswordUnchecked: () => ({ body: { password: "whatever" }, status: 403 }),
  changePassword: ({ password }) => ({ body: { old: password, password } }),
  confirmSession: ({ password }) => ({ body: { password } }),
  ...factorExamples,
  // No letter was sent, so no token exists.
  undoEmailChange: () => ({ body: { token: "none" }, status: 404 }),
  setAgentPassword: ({ subject, password }) => ({ body: { id: subject, password } }),
  listAudit: () => ({}),
  listHistory: ({ subject }) => ({ params: { id: subject } }),
  noteExport: () => ({ body: { list: "staff" } }),
  notePsychicExport: ({ subject }) => ({ params: { id: subject }, body: { list: "readings" } }),
  listReadings: ({ subject }) => ({ params: { id: subject } }),
  getRecording: ({ subject }) => ({
    params: { id: subject, date: "20260301", connection: `call-${subject}` },
    prepare: async ({ db, files }, subject) => {
      const connection = await recordedReading(db.sql, subject);
      await files.write(`recordings/20260301/${connection}.wav`, Buffer.from("RIFF"));
      return undefined;
    },
  }),
  listCustomers: ({ subject }) => ({ params: { id: subject } }),
  listAdvisorCustomers: ({ subject }) => ({ params: { id: subject } }),
  listCustomerReadings: ({ subject }) => ({
    params: { id: subject, customerId: 78 },
    prepare: async ({ db }, subject) => {
      await recordedReading(db.sql, subject);
      return undefined;
    },
  }),
  listFloor: () => ({}),
  getFloorDay: () => ({}),
  // The tests do not ask for a stream, so the answers end with the first event.
  followFloor: () => ({}),
  followNews: ({ subject }) => ({ params: { id: subject } }),
  listApprovals: () => ({}),
  countApprovals: () => ({}),
  ...staffExamples,
  ...managerExamples,
  ...calendarExamples,
  ...deviceExamples,
  listStatistics: () => ({}),
  getStatisticsSummary: () => ({}),
  listDailyStatistics: () => ({}),
  getPsychicStatistics: ({ subject }) => ({ params: { id: subject } }),
  getPsychicHours: ({ subject }) => ({ params: { id: subject } }),
  getGroupHours: () => ({ query: "language=1&category=26&brand=cos" }),
  getSchedule: ({ subject }) => ({ params: { id: subject } }),
  updateSchedule: ({ subject }) => ({
    params: { id: subject },
    body: { schedule: [{ day: 2, number: 1, status: "A", from: "18:00", to: "22:00" }] },
  }),
  getExceptions: ({ subject }) => ({ params: { id: subject } }),
  updateExceptions: ({ subject }) => ({ params: { id: subject }, body: { exceptions: [] } }),
  listExceptions: () => ({ query: "month=2026-12" }),
  listListings: ({ subject }) => ({ params: { id: subject } }),
  submitListing: ({ subject }) => ({
    params: { id: subject },
    body: { listing: { sales_pitch: "Clear and kind", body: "One line", categories: [26] } },
  }),
  approveListing: ({ subject }) => ({ params: { id: subject }, prepare: listingIn("Pending") }),
  rejectListing: ({ subject }) => ({ params: { id: subject }, prepare: listingIn("Pending") }),
  removeRejectedListing: ({ subject }) => ({
    params: { id: subject },
    prepare: listingIn("Rejected"),
  }),
  listEligibleCustomers: ({ subject }) => ({ params: { id: subject } }),
  listGifts: ({ subject }) => ({ params: { id: subject } }),
  sendGifts: ({ subject }) => ({
    params: { id: subject },
    body: { subject: "For you", body: "Call me", minutes: 3, customers: [77] },
    prepare: async ({ db, clock }) => {
      const started_at = clock().toISOString();
      await db
        .sql("customers")
        .insert(customerRow({ id: 77 }))
        .onConflict("id")
        .ignore();
      await makeReading(db.sql, {
        user_id: subject,
        customer_id: 77,
        started_at,
        connection_id: `gift-${subject}`,
      });
      return undefined;
    },
  }),
  ...profileExamples,
  // `confirm_password` differs from `password`, so every caller gets 422.
  createPsychic: () => ({
    body: {
      psychic: { ...signUp, confirm_password: "another one" },
      altcha: "none",
    },
    status: 422,
  }),
  checkUsername: () => ({ query: "username=nobody-yet" }),
  checkPhonePin: () => ({ query: "phone=2125550177&pin=2718" }),
  getPlace: () => ({ params: { zip: "10025" } }),
  getBotCheck: () => ({}),
  // The request has no answer to the bot check.
  createContact: () => ({
    body: {
      contact: {
        name: "Jordan Applicant",
        email: "jordan@visitors.example",
        phone: "212-555-0100",
        method: "E",
        comments: "Tarot, twenty years",
        referral: 200100,
      },
      altcha: "none",
    },
    status: 422,
  }),
  listContacts: () => ({}),
  removeContact: () => ({
    params: { id: 1 },
    prepare: async ({ db }) => ({ id: (await makeContact(db.sql)).id }),
  }),
  // Only the platform can sign these two requests.
  ingestEvent: () => ({ body: {}, status: 401 }),
  createRecordingUpload: () => ({ body: {}, status: 401 }),
  // Nobody signed this address.
  uploadRecording: () => ({
    params: { day: "20260301", connection: "call-1" },
    query: "size=4&expires=1&signature=none",
    status: 401,
  }),
  getOpenApi: () => ({}),
  getDocs: () => ({}),
  getWebhookDocs: () => ({}),
  getDocsFile: () => ({ params: { file: "docs.js" } }),
  getLiveness: () => ({}),
  getReadiness: () => ({}),
  openChat: () => ({}),
  listScheduledCalls: ({ subject }) => ({ params: { id: subject } }),
  answerCall: answerExample,
  listLogins: ({ subject }) => ({ params: { id: subject } }),
  getTimeline: ({ subject }) => ({ params: { id: subject }, query: "day=2026-03-08" }),
  getQuestions: ({ subject }) => ({ params: { id: subject } }),
  askPlatform: ({ subject }) => ({
    params: { id: subject },
    body: { since: busySince },
    prepare: async ({ db }) => {
      const busy = { psychic_id: subject, code: "B", at: busySince } as const;
      await db.sql("availability").insert(busy).onConflict("psychic_id").merge();
      return undefined;
    },
  }),
  reportProblem: ({ subject }) => ({
    params: { id: subject },
    body: { category: "Phone", details: "Calls drop after twenty minutes." },
  }),
  listProblems: () => ({}),
  getProblem: () => ({
    prepare: async ({ db }, subject) => ({
      id: (await makeProblem(db.sql, { user_id: subject })).id,
    }),
  }),
  getPushKey: () => ({}),
  listSubscriptions: () => ({}),
  createSubscription: () => ({ body: subscription() }),
  // Callers can remove only their own subscriptions, and these callers have none.
  removeSubscription: () => ({ params: { id: 999_999 }, status: 404 }),
  testPush: () => ({}),
  getPushSettings: () => ({}),
  updatePushSettings: () => ({
    body: { ...defaultPushSettings, quiet_from: "22:00", quiet_to: "07:00" },
  }),
};
