import { useSyncExternalStore } from "react";

const minute = 60_000;
const now = () => Math.floor(Date.now() / minute) * minute;

function watch(onChange: () => void): () => void {
  const timer = setInterval(onChange, 1000);
  document.addEventListener("visibilitychange", onChange);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onChange);
  };
}

/** The current minute in epoch milliseconds. Renders again every minute. */
export function useNow(): number {
  return useSyncExternalStore(watch, now);
}
