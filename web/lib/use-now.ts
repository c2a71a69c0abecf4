import { useSyncExternalStore } from "react";

const minute = 60_000;
const now = () => Math.floor(Date.now() / minute) * minute;

function watch(tell: () => void): () => void {
  const timer = setInterval(tell, 1000);
  document.addEventListener("visibilitychange", tell);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", tell);
  };
}

/** The present minute in epoch milliseconds; a screen that shows it is drawn again as it passes. */
export function useNow(): number {
  return useSyncExternalStore(watch, now);
}
