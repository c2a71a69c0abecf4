import { z } from "zod";
import { id, instant, listQuery } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";

const approval = z.object({
  /** The oldest of what waits. */
  date: instant,
  agent_user_id: id,
  agent_user_name: z.string(),
  to_approve: z.enum(["Profile", "Listing", "Picture", "Account"]),
  /** The newest of what waits. */
  max_creation_date: instant,
});
z.globalRegistry.add(approval, { id: "Approval" });

export const approvalEndpoints = defineEndpoints({
  listApprovals: {
    method: "GET",
    path: "/approvals",
    access: "manager",
    summary: "What waits for a manager's decision: one row a psychic and type.",
    query: listQuery(approval.keyof().options as [string, ...string[]]),
    response: z.object({ approvals: z.array(approval), total: z.int() }),
  },
});
