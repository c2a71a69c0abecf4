import { z } from "zod";
import { dateQuery, instant, listQuery } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { psychicParams } from "./psychics.ts";

const login = z.object({
  login: instant,
  /** Null while the work session is open. */
  logout: instant.nullable(),
  /** Seconds; null while the work session is open. */
  duration: z.int().nullable(),
  /** Still open (D17). */
  new: z.boolean(),
  /**
   * Why a phone log-on ended without a log-off: the psychic's next phone log-on, or the limit of 24
   * hours. Absent in all other records.
   */
  ended_by: z.enum(["next_login", "limit"]).optional(),
});
z.globalRegistry.add(login, { id: "Login" });
export type Login = z.infer<typeof login>;

export const loginEndpoints = defineEndpoints({
  listLogins: {
    method: "GET",
    path: "/psychics/{id}/logins",
    access: "self-or-staff",
    needs: "see-psychics",
    summary:
      "List the work sessions that began in a range of days (default: the last 7), newest first.",
    params: psychicParams,
    query: dateQuery.extend(listQuery(login.keyof().options as [string, ...string[]]).shape),
    response: z.object({
      logins: z.array(login),
      /** The total of the range. An open login counts until now; overlapping time counts once. */
      summary: z.object({ count: z.int(), seconds: z.int() }),
      total: z.int(),
    }),
    mayLag: true,
    refuses: [404],
  },
});
