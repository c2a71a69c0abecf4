import type { Approval } from "./approval-key.ts";

/** A row of the list: one approval, or all approvals of a psychic. */
export interface ApprovalRow {
  /** When the oldest one was submitted. */
  date: string;
  agent_user_id: number;
  agent_user_name: string;
  /** At least one. */
  approvals: readonly Approval[];
}

const rowOf = (first: Approval, approvals: readonly Approval[]): ApprovalRow => ({
  date: approvals.reduce((oldest, { date }) => (date < oldest ? date : oldest), first.date),
  agent_user_id: first.agent_user_id,
  agent_user_name: first.agent_user_name,
  approvals,
});

/** A row for each approval. */
export const rowPerApproval = (approvals: readonly Approval[]): readonly ApprovalRow[] =>
  approvals.map((approval) => rowOf(approval, [approval]));

/**
 * A row for each psychic, in the place of the psychic's first approval. A row that was there before
 * keeps its place. Otherwise, when its oldest approval is decided, it would move away from the
 * manager who is going through the list.
 * @param places the places of earlier rows by the psychic's id; this adds those of new psychics.
 */
export function rowPerPsychic(
  approvals: readonly Approval[],
  places: Map<number, number>,
): readonly ApprovalRow[] {
  const own = new Map<number, Approval[]>();
  for (const approval of approvals) {
    const { agent_user_id } = approval;
    own.set(agent_user_id, [...(own.get(agent_user_id) ?? []), approval]);
    if (!places.has(agent_user_id)) places.set(agent_user_id, places.size);
  }
  const place = ({ agent_user_id }: ApprovalRow) => places.get(agent_user_id) ?? 0;
  return [...own.values()]
    .flatMap((list) => (list[0] ? rowOf(list[0], list) : []))
    .sort((one, other) => place(one) - place(other));
}
