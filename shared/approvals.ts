import { z } from "zod";
import { id, instant, listQuery, managedBy } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";

/** What awaits a decision. */
const approvalTypes = ["Account", "Profile", "Listing", "Picture"] as const;
export type ApprovalType = (typeof approvalTypes)[number];

const approval = z.object({
  /** When the oldest pending change was made. */
  date: instant,
  agent_user_id: id,
  agent_user_name: z.string(),
  to_approve: z.enum(approvalTypes),
  /** When the newest pending change was made. */
  max_creation_date: instant,
});
z.globalRegistry.add(approval, { id: "Approval" });

export const approvalEndpoints = defineEndpoints({
  listApprovals: {
    method: "GET",
    path: "/approvals",
    access: "staff",
    needs: "see-psychics",
    summary: "List what awaits a manager's decision: one row per psychic and type.",
    query: listQuery(approval.keyof().options as [string, ...string[]]).extend({
      /** Only this type. */
      to_approve: z.enum(approvalTypes, { error: "There is no such type" }).optional(),
      ...managedBy,
    }),
    response: z.object({ approvals: z.array(approval), total: z.int() }),
  },
  countApprovals: {
    method: "GET",
    path: "/approvals/counts",
    access: "staff",
    needs: "see-psychics",
    summary: "Count what awaits a manager's decision, by type.",
    query: z.object(managedBy),
    response: z.object({
      counts: z.object({
        Account: z.int(),
        Profile: z.int(),
        Listing: z.int(),
        Picture: z.int(),
      }),
      /** The server's time. */
      as_of: instant,
    }),
    polled: true,
  },
});
