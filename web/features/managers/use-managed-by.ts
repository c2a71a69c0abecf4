import { useSyncExternalStore } from "react";
import { useMay } from "#web/api/use-may.ts";
import { useSession } from "#web/api/use-session.ts";

export type Whose = "mine" | "all";

const keyOf = (userId: number) => `whose ${userId}`;
const watchers = new Set<() => void>();

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The kind of a list. Psychics belong only to staff who may edit psychics, applications to more. */
export type Belonging = "psychics" | "contacts";

/**
 * Whether lists show only what belongs to the user, and to those for whom the user stands in. The
 * browser remembers the choice for all lists.
 * @returns `managedBy`, the part of a list's query that asks for this, and the state of the switch.
 */
export function useManagedBy(of: Belonging) {
  const userId = useSession()?.user_id ?? 0;
  const canOwn = useMay(of === "psychics" ? "edit-psychics" : "handle-applications");
  const isChosen = useSyncExternalStore(
    watch,
    () => localStorage.getItem(keyOf(userId)) === "mine",
  );
  const isMine = canOwn && isChosen;
  const choose = (chosen: Whose) => {
    localStorage.setItem(keyOf(userId), chosen);
    for (const watcher of watchers) watcher();
  };
  return { isMine, canOwn, choose, managedBy: isMine ? ({ managed_by: "me" } as const) : {} };
}
