import { useSyncExternalStore } from "react";
import { areEditsKnown, unsentEdits, watchUnsentEdits } from "./unsent-edits.ts";

/** The edits of the signed-in psychic that the server does not have yet. */
export function useUnsentEdits() {
  return useSyncExternalStore(watchUnsentEdits, unsentEdits);
}

/** Whether the queue has been read. */
export function useAreEditsKnown() {
  return useSyncExternalStore(watchUnsentEdits, areEditsKnown);
}
