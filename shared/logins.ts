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
});
export type Login = z.infer<typeof login>;

export const loginEndpoints = defineEndpoints({
  listLogins: {
    method: "GET",
    path: "/psychics/{id}/logins",
    access: "self-or-manager",
    summary: "Work sessions that began in a range of days (default: the last 7), latest first.",
    params: psychicParams,
    query: dateQuery.extend(listQuery(login.keyof().options as [string, ...string[]]).shape),
    response: z.object({
      logins: z.array(login),
      /** Of the whole range; what is open counts until now. */
      summary: z.object({ count: z.int(), seconds: z.int() }),
      total: z.int(),
    }),
    refuses: [404],
  },
});
