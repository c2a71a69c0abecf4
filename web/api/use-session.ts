import { useSyncExternalStore } from "react";
import { storedSession, watchSession } from "./stored-session.ts";

/** While a screen is rendered by the build, nobody is signed in. */
const nobody = () => null;

export function useSession() {
  return useSyncExternalStore(watchSession, storedSession, nobody);
}
