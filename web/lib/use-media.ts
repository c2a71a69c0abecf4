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

/** Narrower than a tablet: lists of psychics show cards. */
export const usePhone = () => useMedia("(max-width: 639.98px)");

/** The wider part of Bulma's mobile: a table shows more columns than on a phone, but not all. */
export const useTablet = () => useMedia("(min-width: 640px) and (max-width: 768px)");
