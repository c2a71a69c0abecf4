import type { Handlers } from "#server/http/handler.ts";
import type { approvalEndpoints } from "#shared/approvals.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { managersAsked } from "../managers/absences.ts";
import { countApprovals, listApprovals } from "./approvals.ts";

export const approvalHandlers: Handlers<typeof approvalEndpoints> = {
  async listApprovals({ sql, query, viewer, clock }) {
    const managers = await managersAsked(sql, query, viewer, newYorkDay(clock()));
    return listApprovals(sql, query, managers);
  },

  async countApprovals({ sql, query, viewer, clock }) {
    const now = clock();
    const managers = await managersAsked(sql, query, viewer, newYorkDay(now));
    return { counts: await countApprovals(sql, managers), as_of: now.toISOString() };
  },
};
