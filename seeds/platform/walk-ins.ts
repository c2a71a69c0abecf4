import { newYorkDay } from "#shared/rules/new-york.ts";
import { createRandom } from "../random.ts";
import { channelOf } from "./bookings.ts";
import { connectionIdOf, lengthOf, minute, type PlannedCall, takenCall } from "./call.ts";
import { createClientele } from "./clientele.ts";
import { canTake, type Roster } from "./roster.ts";
import type { World } from "./world.ts";

/** A psychic who is available outside the schedule has a call about every this many minutes. */
const minutesBetween = 18;
/** The last digit of their ids; planned calls of one second never get so far. */
const idPlace = 9;

/**
 * Calls for those who have made themselves available at a time for which nothing is planned: whoever
 * tries the demo as a psychic, at whatever hour, does not wait in vain.
 */
export function createWalkIns(world: World) {
  const clientele = createClientele(world, newYorkDay(world.opened));
  return {
    /** Those that begin in the minute of this instant. */
    beginning(
      instant: number,
      roster: Roster,
      isPlanned: (psychicId: number) => boolean,
      isFree: (customerId: number) => boolean,
    ): PlannedCall[] {
      const calls: PlannedCall[] = [];
      for (const psychic of world.psychics) {
        const random = createRandom(
          `platform walk-in ${psychic.id} ${Math.floor(instant / minute)}`,
        );
        if (!random.chance(1 / minutesBetween) || isPlanned(psychic.id)) continue;
        const channel = channelOf(psychic, random);
        if (!canTake(roster(psychic.id), channel)) continue;
        const used = new Set(calls.map(({ customer }) => customer.id));
        const day = newYorkDay(instant);
        const customer = clientele.choose(
          psychic,
          day,
          random,
          ({ id }) => isFree(id) && !used.has(id),
        );
        if (!customer) continue;
        const start = instant + calls.length * 1000;
        const who = { psychic, customer, channel, start };
        const call = takenCall(who, lengthOf(psychic, random), random);
        calls.push({ ...call, connectionId: connectionIdOf(start, idPlace) });
      }
      return calls;
    },
  };
}
