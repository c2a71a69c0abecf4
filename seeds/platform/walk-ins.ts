import { newYorkDay } from "#shared/rules/new-york.ts";
import { createRandom } from "../random.ts";
import { channelOf } from "./bookings.ts";
import {
  answeredCall,
  connectionIdOf,
  lengthOf,
  minute,
  missedCall,
  type PlannedCall,
} from "./call.ts";
import { createClientele } from "./clientele.ts";
import { canTake, type Roster } from "./roster.ts";
import type { World } from "./world.ts";

/** A psychic who is available outside the schedule gets a call about once in this many minutes. */
const minutesBetween = 18;
/** How many of them are missed, and how many leave the psychic on Busy. */
const missedShare = 0.2;
const busyShare = 0.12;
/** The last digit of these calls' ids. No second has enough planned calls to reach it. */
const idPlace = 9;

/**
 * Calls for psychics who made themselves available while nothing is planned for them, so that a
 * visitor who tries the demo as a psychic gets calls at any hour.
 */
export function createWalkIns(world: World) {
  const clientele = createClientele(world, newYorkDay(world.opened));
  return {
    /** The calls that begin in the minute of this instant. */
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
        const call = answeredCall(who, lengthOf(psychic, random), random);
        const missed = missedCall(who, random);
        const leavesBusy = random.chance(busyShare);
        calls.push({
          ...(random.chance(missedShare) ? missed : { ...call, leavesBusy }),
          connectionId: connectionIdOf(start, idPlace),
        });
      }
      return calls;
    },
  };
}
