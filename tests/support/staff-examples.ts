import { makeManager } from "#seeds/builders/user.ts";
import { currentAgreement } from "#server/agreement-text.ts";
import { theExampleBrands } from "#server/brands.ts";
import type { Services } from "#server/services.ts";
import type { agreementEndpoints } from "#shared/agreements.ts";
import type { payrollEndpoints } from "#shared/payroll.ts";
import type { privacyEndpoints } from "#shared/privacy.ts";
import type { staffEndpoints } from "#shared/staff.ts";
import type { Cast, Example } from "./examples.ts";

export const anotherManager = async ({ db }: Services) => ({ id: (await makeManager(db.sql)).id });

type Names =
  | keyof typeof staffEndpoints
  | keyof typeof payrollEndpoints
  | keyof typeof privacyEndpoints
  | keyof typeof agreementEndpoints;

/** The examples of staff, payroll, privacy and agreements. */
export const staffExamples: Record<Names, (cast: Cast) => Example> = {
  getOwnRole: () => ({}),
  listStaff: () => ({}),
  inviteStaff: ({ subject }) => ({
    body: {
      ...{ username: `Staff-${subject}`, first: "Nora", last: "Newman", brand: "cos" },
      ...{ email: "nora@staff.example", role: "recruiter" },
    },
  }),
  inviteStaffAgain: () => ({
    prepare: async ({ db }) => ({
      id: (await makeManager(db.sql, { password_hash: null })).id,
    }),
  }),
  setStaffRole: () => ({ body: { role: "recruiter" }, prepare: anotherManager }),
  shutOutStaff: () => ({ body: {}, prepare: anotherManager }),
  // Tests that need an SSN or the filer's key give one.
  openSsn: ({ subject }) => ({
    params: { id: subject },
    body: { reason: "The bank refused it" },
    status: 404,
  }),
  correctSsn: ({ subject }) => ({
    params: { id: subject },
    body: { ssn: String(900_000_000 + subject), reason: "A digit was wrong" },
  }),
  makeTaxFile: () => ({ body: { year: 2026 }, status: 409 }),
  exportOwnData: () => ({}),
  listErasures: () => ({}),
  erasePerson: ({ subject }) => ({
    prepare: async ({ db }) => {
      await db.sql("customers").insert({ id: 990_000 + subject, username: "asked-to-go" });
      return undefined;
    },
    body: {
      kind: "customer",
      id: 990_000 + subject,
      name: "asked-to-go",
      reason: "The customer asked",
    },
  }),
  listKeptData: () => ({}),
  listAgreements: ({ subject }) => ({ params: { id: subject } }),
  // The builder's psychics have accepted the current version, so this changes nothing.
  acceptAgreement: () => ({ body: { hash: currentAgreement(theExampleBrands.named("cos")).hash } }),
};
