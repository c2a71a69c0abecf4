import { useSyncExternalStore } from "react";
import { areEditsKnown, waitingEdits, watchWaitingEdits } from "./unsent-edits.ts";

/** The edits of the signed-in psychic that the server does not have yet. */
export function useWaitingEdits() {
  return useSyncExternalStore(watchWaitingEdits, waitingEdits);
}

/** Whether it is known by now what waits. */
export function useAreEditsKnown() {
  return useSyncExternalStore(watchWaitingEdits, areEditsKnown);
}
