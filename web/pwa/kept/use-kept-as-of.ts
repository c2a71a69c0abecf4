import { type QueryState, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { keptAt, watchKept } from "./kept-times.ts";

/** None while it loads. */
const timeOf = ({ data, dataUpdatedAt }: QueryState) => (data === undefined ? [] : dataUpdatedAt);

/**
 * The time (epoch milliseconds) of the oldest kept answer on screen; null while all answers come
 * from the server. Offline, the answers that came before the network went count as well.
 */
export function useKeptAsOf(online: boolean): number | null {
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
    const times = shown.flatMap(
      ({ queryHash, state }) => keptAt(queryHash) ?? (online ? [] : timeOf(state)),
    );
    return times.length > 0 ? Math.min(...times) : null;
  });
}
