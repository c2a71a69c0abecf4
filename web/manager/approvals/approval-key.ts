import type { approvalEndpoints } from "#shared/approvals.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";

export type Approval = ResponseOf<typeof approvalEndpoints.listApprovals>["approvals"][number];

/** The key of an approval in the address: `Listing-12`. */
export const approvalKey = ({ to_approve, agent_user_id }: Approval) =>
  `${to_approve}-${agent_user_id}`;

/**
 * The next (1) or previous (-1) approval of the list. After the last comes the first. Null if the
 * list has no other approval.
 */
export function neighborOf(approvals: readonly Approval[], key: string, step: 1 | -1) {
  const place = approvals.findIndex((approval) => approvalKey(approval) === key);
  // If `key` is not listed, because it was decided, step to the first or the last approval.
  const from = place === -1 && step === -1 ? 0 : place;
  const neighbor = approvals.at((from + step) % (approvals.length || 1));
  const found = neighbor ? approvalKey(neighbor) : null;
  return found === key ? null : found;
}
