import { useCallback, useSyncExternalStore } from "react";

/** Whether a media query such as `(max-width: 768px)` matches now. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => window.matchMedia(query).matches);
}

/** Bulma's mobile: one column, compact tables. */
export const useMobile = () => useMedia("(max-width: 768px)");

/** Narrower than a tablet: some lists show cards. */
export const usePhone = () => useMedia("(max-width: 639.98px)");
