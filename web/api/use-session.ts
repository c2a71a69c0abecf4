import { useSyncExternalStore } from "react";
import { storedSession, watchSession } from "./stored-session.ts";

/** The build renders screens too, with nobody signed in. */
const nobody = () => null;

export function useSession() {
  return useSyncExternalStore(watchSession, storedSession, nobody);
}
