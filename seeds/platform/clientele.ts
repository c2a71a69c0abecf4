import { addDays, daysBetween } from "#shared/rules/new-york.ts";
import { createRandom, type Random } from "../random.ts";
import { customerThings, customerWords } from "../texts/names.ts";
import type { Regular, World, WorldCustomer, WorldPsychic } from "./world.ts";

/** The first id of customers who come after the seed; the seed's ids are lower. */
const firstNewId = 1_000_000;
const dayZero = "2020-01-01";
const newPerDay = [2, 5] as const;
/** A new customer comes back for at most this many days, to any psychic. */
const recentDays = 45;

/** Days since 2020-01-01, a part of the platform's ids. */
export const dayNumber = (day: string) => daysBetween(dayZero, day);

/** A psychic's customers: returning ones, others who try this psychic, and new ones. */
export interface Clientele {
  /** The customers whose first call is on this day. */
  newOn(day: string): readonly WorldCustomer[];
  /** A customer whom `isFree` allows; undefined if several tries find none. */
  choose(
    psychic: WorldPsychic,
    day: string,
    random: Random,
    isFree: (customer: WorldCustomer) => boolean,
  ): WorldCustomer | undefined;
}

export function createClientele(world: World, openedDay: string): Clientele {
  const newcomers = new Map<string, readonly WorldCustomer[]>();
  const recent = new Map<string, readonly WorldCustomer[]>();

  function newOn(day: string): readonly WorldCustomer[] {
    if (day < openedDay) return [];
    const known = newcomers.get(day);
    if (known) return known;
    const random = createRandom(`platform newcomers ${day}`);
    const created = Array.from({ length: random.int(...newPerDay) }, (_, place) => ({
      id: firstNewId + dayNumber(day) * 10 + place,
      username: `${random.pick(customerWords)}${random.pick(customerThings)}${random.int(1, 999)}`,
    }));
    newcomers.set(day, created);
    return created;
  }

  /** Customers of the last weeks. Many call only once, so there are fewer from longer ago. */
  function recentOn(day: string): readonly WorldCustomer[] {
    const known = recent.get(day);
    if (known) return known;
    const found: WorldCustomer[] = [];
    for (let age = 1; age <= recentDays; age++) {
      for (const customer of newOn(addDays(day, -age))) {
        const stays = createRandom(`platform stay ${customer.id}`).int(0, recentDays);
        if (stays >= age) found.push(customer);
      }
    }
    recent.set(day, found);
    return found;
  }

  return {
    newOn,
    choose(psychic, day, random, isFree) {
      const regulars = world.regulars.get(psychic.id) ?? [];
      for (let look = 0; look < 12; look++) {
        const customer =
          regulars.length > 0 && random.chance(0.7)
            ? regularOf(regulars, random)
            : strangerOf(recentOn(day), world.customers, random);
        if (customer && isFree(customer)) return customer;
      }
      return undefined;
    },
  };
}

function regularOf(regulars: readonly Regular[], random: Random): WorldCustomer {
  return random.weighted(regulars.map((regular) => [regular, regular.readings]));
}

function strangerOf(
  recent: readonly WorldCustomer[],
  others: readonly WorldCustomer[],
  random: Random,
): WorldCustomer | undefined {
  const choice = recent.length > 0 && random.chance(0.4) ? recent : others;
  return choice.length > 0 ? random.pick(choice) : undefined;
}
