import type { Handlers } from "#server/http/handler.ts";
import type { approvalEndpoints } from "#shared/approvals.ts";
import { listApprovals } from "./approvals.ts";

export const approvalHandlers: Handlers<typeof approvalEndpoints> = {
  listApprovals: ({ sql, query }) => listApprovals(sql, query),
};
