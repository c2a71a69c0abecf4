import { useQuery } from "@tanstack/react-query";
import { approvalEndpoints } from "#shared/approvals.ts";
import { pollEvery } from "#web/api/poll.ts";
import { query } from "#web/api/query.ts";
import { useManagedBy } from "#web/features/managers/use-managed-by.ts";

/** How many approvals of each type wait. The menu and the list share the answer. */
export function useApprovalCounts() {
  const { managedBy } = useManagedBy("psychics");
  const { data } = useQuery({
    ...query(approvalEndpoints.countApprovals, { query: managedBy }),
    refetchInterval: pollEvery(60_000),
    meta: { polled: true },
  });
  const all = data && Object.values(data.counts).reduce((sum, count) => sum + count, 0);
  return { counts: data?.counts, all, asOf: data?.as_of };
}
