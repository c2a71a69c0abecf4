import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Floor, type FloorChanges, floorEndpoints } from "#shared/floor.ts";
import { addressOf } from "#web/api/address.ts";
import { followEvents } from "#web/api/follow-events.ts";
import { pollEvery } from "#web/api/poll.ts";
import { backgroundQuery } from "#web/api/query.ts";
import { changedFloor } from "./floor-view.ts";

const floorQuery = backgroundQuery(floorEndpoints.listFloor);

/** Milliseconds; only while no events arrive. */
const pollInterval = 10_000;

/** The floor, kept up to date by events, or by asking every ten seconds where none arrive. */
export function useFloor() {
  const queries = useQueryClient();
  /** Undefined until the first connection has succeeded or failed. */
  const [isLive, setLive] = useState<boolean>();
  useEffect(() => {
    const takeFloor = (changes: unknown) => {
      // An answer that is still on its way is older.
      void queries.cancelQueries({ queryKey: floorQuery.queryKey });
      queries.setQueryData<Floor>(floorQuery.queryKey, (before) =>
        changedFloor(before, changes as FloorChanges),
      );
    };
    return followEvents(addressOf(floorEndpoints.followFloor), { floor: takeFloor }, setLive);
  }, [queries]);
  const result = useQuery({
    ...floorQuery,
    enabled: isLive === false,
    refetchInterval: pollEvery(pollInterval),
    // The screen itself says when the floor could not be refreshed.
    meta: { polled: true },
    // Events may have changed it since; a cached floor is old at once.
    staleTime: 0,
  });
  return { ...result, isLive };
}
