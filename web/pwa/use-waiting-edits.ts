import { useSyncExternalStore } from "react";
import { waitingEdits, watchWaitingEdits } from "./outbox/waiting-edits.ts";

/** The edits of the signed-in psychic that the server does not have yet. */
export function useWaitingEdits() {
  return useSyncExternalStore(watchWaitingEdits, waitingEdits);
}
