import { useSyncExternalStore } from "react";
import { isWithinReach, watchReach } from "./reach.ts";

/** Whether the server is within reach. */
export function useOnline(): boolean {
  return useSyncExternalStore(watchReach, isWithinReach);
}
