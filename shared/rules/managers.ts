/** The days on which somebody is away, with the person who stands in. */
export interface Absence {
  user_id: number;
  /** Null if the delegate can no longer stand in. */
  delegate_id: number | null;
}

/**
 * The person who acts for a manager today: the manager; the delegate while the manager is away;
 * the delegate's own delegate while the delegate is away, too; and so on.
 * @param away those who are away today.
 * @param able the ids of those who may act.
 * @returns the manager if everybody in that line is away; null if the manager may not act either.
 */
export function actingFor(
  managerId: number,
  away: readonly Absence[],
  able: ReadonlySet<number>,
): number | null {
  const delegateOf = new Map(away.map(({ user_id, delegate_id }) => [user_id, delegate_id]));
  const seen = new Set<number>();
  let person: number | null | undefined = managerId;
  while (person != null && !seen.has(person)) {
    if (able.has(person) && !delegateOf.has(person)) return person;
    seen.add(person);
    person = delegateOf.get(person);
  }
  return able.has(managerId) ? managerId : null;
}

/** How a brand's sign-ups and applications get a manager. */
export const assignmentKinds = ["least_loaded", "by_language", "fixed"] as const;
export type AssignmentKind = (typeof assignmentKinds)[number];
export const assignmentWords: Record<AssignmentKind, string> = {
  least_loaded: "The person with the fewest",
  by_language: "A person who speaks the psychic's language",
  fixed: "Always the same person",
};
