import { useSyncExternalStore } from "react";
import { storedSession, watchSession } from "./stored-session.ts";

export function useSession() {
  return useSyncExternalStore(watchSession, storedSession);
}
