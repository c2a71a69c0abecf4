import { z } from "zod";
import { id, instant, listQuery } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";

const approval = z.object({
  /** When the oldest pending change was made. */
  date: instant,
  agent_user_id: id,
  agent_user_name: z.string(),
  to_approve: z.enum(["Profile", "Listing", "Picture", "Account"]),
  /** When the newest pending change was made. */
  max_creation_date: instant,
});
z.globalRegistry.add(approval, { id: "Approval" });

export const approvalEndpoints = defineEndpoints({
  listApprovals: {
    method: "GET",
    path: "/approvals",
    access: "manager",
    summary: "List what awaits a manager's decision: one row per psychic and type.",
    query: listQuery(approval.keyof().options as [string, ...string[]]),
    response: z.object({ approvals: z.array(approval), total: z.int() }),
  },
});
