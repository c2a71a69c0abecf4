import { useSyncExternalStore } from "react";
import { newYorkDay } from "#shared/rules/new-york.ts";

const today = () => newYorkDay(Date.now());

function watch(tell: () => void): () => void {
  const timer = setInterval(tell, 30_000);
  document.addEventListener("visibilitychange", tell);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", tell);
  };
}

/** The present New York day; a page left open overnight moves on to the new one. */
export function useNewYorkToday(): string {
  return useSyncExternalStore(watch, today);
}
