import type { approvalEndpoints } from "#shared/approvals.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";

export type Approval = ResponseOf<typeof approvalEndpoints.listApprovals>["approvals"][number];

/** The key of an approval in the address: `Listing-12`. */
export const approvalKey = ({ to_approve, agent_user_id }: Approval) =>
  `${to_approve}-${agent_user_id}`;

/** The approval after (1) or before (-1) one in the list, which goes on at its other end; null if there is no other. */
export function neighborOf(approvals: readonly Approval[], key: string, step: 1 | -1) {
  const place = approvals.findIndex((approval) => approvalKey(approval) === key);
  // One that is not listed, because it was decided, is as good as the end.
  const from = place === -1 && step === -1 ? 0 : place;
  const neighbor = approvals.at((from + step) % (approvals.length || 1));
  const found = neighbor ? approvalKey(neighbor) : null;
  return found === key ? null : found;
}
