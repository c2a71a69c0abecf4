import { z } from "zod";
import { pathId } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { ssnField } from "./sign-up-fields.ts";
import { statedReason } from "./stated-reason.ts";

const psychicParams = z.object({ id: pathId });

export const payrollEndpoints = defineEndpoints({
  openSsn: {
    method: "POST",
    path: "/psychics/{id}/ssn/open",
    access: "staff",
    needs: "handle-payroll",
    summary:
      "Open the SSN of one psychic, for a reason. Needs a fresh confirmation. The psychic gets a " +
      "letter, and the audit trail an entry. At most 20 an hour.",
    params: psychicParams,
    body: z.strictObject({ reason: statedReason }),
    about: { psychic: "id", openWhileBlocked: true },
    response: z.object({ ssn: z.string() }),
    status: 200,
    refuses: [404, 409, 429],
    unkeyed: true,
  },
  correctSsn: {
    method: "PUT",
    path: "/psychics/{id}/ssn",
    access: "staff",
    needs: "handle-payroll",
    summary:
      "Correct the SSN of a psychic, for a reason. Needs a fresh confirmation. The psychic gets a " +
      "letter. If a Blacklist account has the new SSN, the account requires approval. At most 20 an hour.",
    params: psychicParams,
    body: z.strictObject({ ssn: ssnField, reason: statedReason }),
    about: { psychic: "id", openWhileBlocked: true },
    response: z.object({ linked: z.array(z.string()), requires_approval: z.boolean() }),
    status: 200,
    refuses: [404, 409, 429],
    unkeyed: true,
  },
  makeTaxFile: {
    method: "POST",
    path: "/tax_files",
    access: "staff",
    needs: "handle-payroll",
    summary:
      "Make the file for the tax filer: name, address and SSN of each psychic with a reading in the " +
      "year, as CSV, encrypted to the filer's key (TAX_FILER_KEY). Needs a fresh confirmation. The " +
      "answer is 409 without that key.",
    body: z.strictObject({
      year: z
        .int("Year is not valid")
        .min(2000, "Year is not valid")
        .max(2100, "Year is not valid"),
    }),
    response: z.object({
      name: z.string(),
      /** An age file with ASCII armor. */
      content: z.string(),
      /** How many psychics are in it, and how many of them have no SSN here. */
      psychics: z.int(),
      without_ssn: z.int(),
    }),
    status: 200,
    refuses: [409],
    unkeyed: true,
  },
});
