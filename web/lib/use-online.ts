import { useSyncExternalStore } from "react";

function watch(tell: () => void): () => void {
  window.addEventListener("online", tell);
  window.addEventListener("offline", tell);
  return () => {
    window.removeEventListener("online", tell);
    window.removeEventListener("offline", tell);
  };
}

export function useOnline(): boolean {
  return useSyncExternalStore(watch, () => navigator.onLine);
}
