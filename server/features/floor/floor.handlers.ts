import { LRUCache } from "lru-cache";
import type { Handlers } from "#server/http/handler.ts";
import type { Services } from "#server/services.ts";
import type { FloorDay, floorEndpoints } from "#shared/floor.ts";
import { createFloorBoard } from "./floor-board.ts";
import { readFloorDay } from "./floor-day.ts";

const minute = 60_000;

/** @param services the process's own: all streams read from one board. */
export function floorHandlers(services: Services): Handlers<typeof floorEndpoints> {
  const board = createFloorBoard(services);
  // The key is the minute, and simultaneous calls share one count.
  const days = new LRUCache<number, FloorDay, () => Promise<FloorDay>>({
    max: 1,
    fetchMethod: (_minute, _old, { context: count }) => count(),
    ignoreFetchAbort: true,
  });
  return {
    listFloor: () => board.list(),
    getFloorDay({ db, clock }) {
      const now = clock();
      return days.forceFetch(Math.floor(now.getTime() / minute), {
        context: () => readFloorDay(db.pool, now),
      });
    },
    followFloor: () => board.feed,
  };
}
