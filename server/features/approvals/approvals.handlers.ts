import type { Handlers } from "#server/http/handler.ts";
import type { approvalEndpoints } from "#shared/approvals.ts";
import { countApprovals, listApprovals } from "./approvals.ts";

export const approvalHandlers: Handlers<typeof approvalEndpoints> = {
  listApprovals: ({ sql, query }) => listApprovals(sql, query),
  async countApprovals({ sql, clock }) {
    return { counts: await countApprovals(sql), as_of: clock().toISOString() };
  },
};
