import { useSyncExternalStore } from "react";
import { newYorkDay } from "#shared/rules/new-york.ts";

const today = () => newYorkDay(Date.now());

function watch(onChange: () => void): () => void {
  const timer = setInterval(onChange, 30_000);
  document.addEventListener("visibilitychange", onChange);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onChange);
  };
}

/** Today in New York. A page that is open overnight renders again with the new day. */
export function useNewYorkToday(): string {
  return useSyncExternalStore(watch, today);
}
