import { z } from "zod";
import { customerId, instant, listQuery, text, typedAtMost } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { statedReason } from "./stated-reason.ts";

export const erasureKinds = ["psychic", "customer", "applicant"] as const;

const erasure = z.object({
  id: z.int(),
  kind: z.enum(erasureKinds),
  /** The id of the user, of the customer, or of the contact submission. */
  person_id: customerId,
  reason: z.string(),
  /** An owner's username. */
  asked_by: z.string(),
  asked_at: instant,
  /** When the last text was removed; null while a job still removes texts. */
  applied_at: instant.nullable(),
});
z.globalRegistry.add(erasure, { id: "Erasure" });
export type Erasure = z.infer<typeof erasure>;

const life = z.object({
  /** A kind of data, such as "Logins". */
  what: z.string(),
  /** How long the portal keeps it, such as "730 days after they began". */
  how_long: z.string(),
  /** Why the portal keeps it. */
  why: z.string(),
});
z.globalRegistry.add(life, { id: "KeptData" });
export type KeptData = z.infer<typeof life>;

export const privacyEndpoints = defineEndpoints({
  exportOwnData: {
    method: "GET",
    path: "/profile/export",
    access: "signed-in",
    summary:
      "Get everything that the portal holds about you, as a ZIP with each list as JSON and as CSV, " +
      "and your pictures. Passwords, PINs and SSNs are not in it. Needs a fresh confirmation. At " +
      "most 5 an hour.",
    produces: { type: "application/zip" },
    refuses: [409, 429],
    atOnce: 2,
  },
  listErasures: {
    method: "GET",
    path: "/erasures",
    access: "staff",
    needs: "erase-people",
    summary: "List the erasures, the latest first. They name people by id only.",
    query: listQuery(["asked_at", "kind", "person_id"] as [string, ...string[]]),
    response: z.object({ erasures: z.array(erasure), total: z.int() }),
  },
  erasePerson: {
    method: "POST",
    path: "/erasures",
    access: "staff",
    needs: "erase-people",
    summary:
      "Erase a psychic, a customer or an applicant. It cannot be undone. The figures stay. `name` is " +
      "the username, or an applicant's name. A psychic must be Inactive. For one with readings this " +
      "year or last year, `settled` must say that everything is paid and the tax forms are filed. " +
      "Needs a fresh confirmation. A job removes long histories; `applied_at` says when it is done.",
    body: z.strictObject({
      kind: z.enum(erasureKinds, { error: "Choose whom to erase" }),
      id: customerId,
      name: text(typedAtMost(99), "Type the name", "The name is too long").trim(),
      reason: statedReason,
      settled: z.boolean().nullish(),
    }),
    response: z.object({ id: z.int() }),
    status: 202,
    refuses: [404, 409],
    unkeyed: true,
  },
  listKeptData: {
    method: "GET",
    path: "/kept_data",
    access: "staff",
    needs: "erase-people",
    summary: "List what the portal keeps, for how long, and why.",
    response: z.object({ kept: z.array(life) }),
  },
});
