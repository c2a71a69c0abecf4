import { useSyncExternalStore } from "react";
import { isWithinReach, watchReach } from "./reach.ts";

/** Whether what needs the server can be done now. */
export function useOnline(): boolean {
  return useSyncExternalStore(watchReach, isWithinReach);
}
