import type { QueryClient } from "@tanstack/react-query";
import { accountEndpoints } from "#shared/accounts.ts";
import { approvalEndpoints } from "#shared/approvals.ts";
import { psychicEndpoints } from "#shared/psychics.ts";

/** The managers' lists that show a psychic's name or status. */
const lists = [
  psychicEndpoints.listPsychics,
  accountEndpoints.searchPsychics,
  approvalEndpoints.listApprovals,
];

/** After a change to a psychic: none of these lists goes on showing what was. */
export function refreshPsychicLists(queries: QueryClient): Promise<unknown> {
  return Promise.all(
    lists.map(({ method, path }) => queries.invalidateQueries({ queryKey: [method, path] })),
  );
}
