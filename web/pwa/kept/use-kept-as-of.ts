import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { keptAt, watchKept } from "./kept-times.ts";

/**
 * The time (epoch milliseconds) of the oldest kept answer on screen; null while all answers come
 * from the server.
 */
export function useKeptAsOf(): number | null {
  const queries = useQueryClient();
  const watch = useCallback(
    (tell: () => void) => {
      const ends = [watchKept(tell), queries.getQueryCache().subscribe(tell)];
      return () => {
        for (const end of ends) end();
      };
    },
    [queries],
  );
  return useSyncExternalStore(watch, () => {
    const shown = queries.getQueryCache().findAll({ type: "active" });
    const times = shown.flatMap(({ queryHash }) => keptAt(queryHash) ?? []);
    return times.length > 0 ? Math.min(...times) : null;
  });
}
