import type { approvalEndpoints } from "../../../shared/approvals.ts";
import type { Handlers } from "../../http/handler.ts";
import { listApprovals } from "./approvals.ts";

export const approvalHandlers: Handlers<typeof approvalEndpoints> = {
  listApprovals: ({ sql, query }) => listApprovals(sql, query),
};
