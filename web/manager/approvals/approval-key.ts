import type { approvalEndpoints } from "#shared/approvals.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";

export type Approval = ResponseOf<typeof approvalEndpoints.listApprovals>["approvals"][number];

/** The key of an approval in the address: `Listing-12`. */
export const approvalKey = ({ to_approve, agent_user_id }: Approval) =>
  `${to_approve}-${agent_user_id}`;

/** The next approval in the list; after the last one, the first. */
export function nextAfter(approvals: readonly Approval[], key: string): string | null {
  const place = approvals.findIndex((approval) => approvalKey(approval) === key);
  const next = approvals[place + 1] ?? approvals[0];
  const found = next ? approvalKey(next) : null;
  return found === key ? null : found;
}
