import { type QueryState, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { keptAt, watchKept } from "./kept-times.ts";

/** Empty while the query loads. */
const timeOf = ({ data, dataUpdatedAt }: QueryState) => (data === undefined ? [] : dataUpdatedAt);

/**
 * The time (epoch milliseconds) of the oldest kept answer on screen; null while all answers come
 * from the server. While offline, the server's earlier answers count as kept ones.
 */
export function useKeptAsOf(online: boolean): number | null {
  const queries = useQueryClient();
  const watch = useCallback(
    (notify: () => void) => {
      const ends = [watchKept(notify), queries.getQueryCache().subscribe(notify)];
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
