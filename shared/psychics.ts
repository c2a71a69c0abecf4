import { z } from "zod";
import { dateQuery, id, instant, listQuery, managedBy, money, pathId, percent } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { accountStatuses } from "./reference/account-statuses.ts";

export const accountStatus = z.enum(accountStatuses);
export type AccountStatus = z.infer<typeof accountStatus>;

export const availabilityCode = z.enum(["A", "P", "C", "O", "U", "B", "R"]);
export type AvailabilityCode = z.infer<typeof availabilityCode>;

export const profileStatus = z.enum(["Pending", "Approved", "Rejected"]);

export const psychicParams = z.object({ id: pathId });

const psychic = z.object({
  user_id: id,
  username: z.string(),
  first: z.string(),
  last: z.string(),
  email: z.string(),
  /** The preferred number, digits only. */
  phone: z.string().nullable(),
  extension: z.string(),
  image: z.string().nullable(),
  account_status: accountStatus,
  status: availabilityCode,
  /** Comma-separated: `AgentPhone,AgentChat`. */
  permissions: z.string(),
  auto_email: z.boolean(),
  requires_approval: z.boolean(),
  avg_rating: z.number(),
  signup_date: instant,
  profile_status: profileStatus,
  pending_image: z.string().nullable(),
  /** To whom the psychic belongs. */
  manager_id: id,
});
z.globalRegistry.add(psychic, { id: "Psychic" });

const psychicRow = z.object({
  user_id: id,
  user_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone_extension: z.string(),
  total_mins: z.int(),
  rep_mins: z.int(),
  total_calls: z.int(),
  rep_calls: z.int(),
  total_missed: z.int(),
  rep_call_pct: percent,
  alc: z.number(),
  /** When the psychic signed up. */
  date: instant,
  account_status: accountStatus,
  status: availabilityCode,
  ranking: z.int(),
  free_minutes: z.int(),
  total_revenue: money,
  rev_per_call: money,
  /** To whom the psychic belongs. */
  manager_id: id,
});
z.globalRegistry.add(psychicRow, { id: "PsychicRow" });
export type PsychicRow = z.infer<typeof psychicRow>;

/** When the statistics were last refreshed; null before the first refresh. */
export const asOf = instant.nullable();

export const psychicEndpoints = defineEndpoints({
  getAvailability: {
    method: "GET",
    path: "/psychics/{id}/status",
    access: "self-or-staff",
    needs: "see-psychics",
    summary:
      "Get the availability: a list whose first item has the code. Clients show B for an empty list.",
    params: psychicParams,
    response: z.array(z.object({ code: availabilityCode })),
    polled: true,
    revalidated: true,
    refuses: [404],
  },
  countBusy: {
    method: "GET",
    path: "/psychics/busy",
    access: "staff",
    needs: "see-psychics",
    summary: "Count the psychics who are on a call or chat now.",
    response: z.object({ busy: z.int() }),
    polled: true,
  },
  listPsychics: {
    method: "GET",
    path: "/psychics",
    access: "staff",
    needs: "see-psychics",
    summary: "List all psychics with their figures for a range of days.",
    query: dateQuery
      .extend(listQuery(psychicRow.keyof().options as [string, ...string[]]).shape)
      .extend(managedBy),
    response: z.object({ psychics: z.array(psychicRow), total: z.int(), as_of: asOf }),
  },
  getPsychic: {
    method: "GET",
    path: "/psychics/{id}",
    access: "self-or-staff",
    needs: "see-psychics",
    summary: "Get a psychic.",
    params: psychicParams,
    response: psychic,
    keepOffline: true,
    refuses: [404],
  },
});
