import { useCallback, useSyncExternalStore } from "react";

/** Whether a media query holds now, `(max-width: 768px)` for one. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (tell: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", tell);
      return () => list.removeEventListener("change", tell);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => window.matchMedia(query).matches);
}

/** Bulma's mobile: one column, compact tables. */
export const useMobile = () => useMedia("(max-width: 768px)");
