import { shiftKinds, weekOf } from "#seeds/people/shifts.ts";
import type { World } from "#seeds/platform/world.ts";
import { createRandom } from "#seeds/random.ts";

const minute = 60_000;
export const opened = Date.parse("2026-10-24T15:00:00Z");

/** A world of 62 psychics for the simulated platform. */
export function worldOf(): World {
  const random = createRandom("a world of the tests");
  const names = ["luna", "orion"];
  const psychics = Array.from({ length: 62 }, (_, place) => ({
    id: 10 + place,
    username: names[place] ?? `psychic${place}`,
    isNamed: place < names.length,
    isMan: place % 3 === 0,
    takesCalls: place % 5 !== 4,
    takesChats: place % 5 === 4 || place % 2 === 0,
    week: weekOf(random.weighted(shiftKinds), random),
    popularity: 100 / (place + 4),
    rate: 399,
  }));
  const customers = Array.from({ length: 600 }, (_, place) => ({
    id: 500_001 + place,
    username: `customer${place}`,
  }));
  const regulars = new Map(
    psychics.map(({ id }) => [
      id,
      random
        .shuffle(customers)
        .slice(0, 25)
        .map((customer) => ({ ...customer, readings: random.int(2, 9) })),
    ]),
  );
  const lunasCall = Date.parse("2026-10-27T22:00:00Z");
  const booked = [{ psychicId: 10, start: lunasCall, end: lunasCall + 30 * minute }];
  return { opened, readingsPerDay: 350, psychics, customers, booked, regulars };
}
