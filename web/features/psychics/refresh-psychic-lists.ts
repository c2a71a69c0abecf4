import type { QueryClient } from "@tanstack/react-query";
import { accountEndpoints } from "#shared/accounts.ts";
import { approvalEndpoints } from "#shared/approvals.ts";
import { psychicEndpoints } from "#shared/psychics.ts";

/** The managers' lists that show a psychic's name or status, and the count of approvals. */
const lists = [
  psychicEndpoints.listPsychics,
  accountEndpoints.searchPsychics,
  approvalEndpoints.listApprovals,
  approvalEndpoints.countApprovals,
];

/** Reloads these lists after a change to a psychic. */
export function refreshPsychicLists(queries: QueryClient): Promise<unknown> {
  return Promise.all(
    lists.map(({ method, path }) => queries.invalidateQueries({ queryKey: [method, path] })),
  );
}
