import type { Approval } from "./approval-key.ts";

/** A row of the list: one approval, or all approvals of a psychic. The other fields are the first's. */
export interface ApprovalRow extends Approval {
  approvals: readonly Approval[];
}

/** A row for each approval. */
export const rowPerApproval = (approvals: readonly Approval[]): readonly ApprovalRow[] =>
  approvals.map((approval) => ({ ...approval, approvals: [approval] }));

/** A row for each psychic, in the place of the psychic's first approval. */
export function rowPerPsychic(approvals: readonly Approval[]): readonly ApprovalRow[] {
  const rows = new Map<number, ApprovalRow & { approvals: Approval[] }>();
  for (const approval of approvals) {
    const row = rows.get(approval.agent_user_id);
    if (row) row.approvals.push(approval);
    else rows.set(approval.agent_user_id, { ...approval, approvals: [approval] });
  }
  return [...rows.values()];
}
