import type { DemoPsychic } from "../people/people.ts";
import type { Random } from "../random.ts";
import { customerThings, customerWords } from "../texts/names.ts";

/** A customer and the habits from which the readings follow. */
export interface DemoCustomer {
  id: number;
  username: string;
  blocked: boolean;
  /** Indexes into the demo's days: the first and the last on which the customer may call. */
  from: number;
  to: number;
  /** The day on which the customer certainly calls. */
  debut: number;
  /** Whether the customer came before the demo's first day, and so has had the free offer. */
  isOld: boolean;
  /** How often the customer calls, relative to others. */
  eagerness: number;
  /** The length of calls, relative to others. */
  lengthFactor: number;
  /** Probability of going back to a known psychic. */
  loyalty: number;
  /** Probability of chatting if the psychic takes calls and chats. */
  chatChance: number;
  /** Probability of rating a reading. */
  ratingChance: number;
  /** Known psychics, with the number of readings. */
  favorites: { psychic: DemoPsychic; readings: number }[];
  /** Whether the customer has had a reading with minutes. */
  hasSpoken: boolean;
  /** Epoch milliseconds until which the customer is in a reading. */
  freeAt: number;
}

const firstId = 500_001;

/** @param dayCount the demo's number of days. Ids follow the order in which the customers came. */
export function planCustomers(count: number, dayCount: number, random: Random): DemoCustomer[] {
  const names = new Set<string>();
  const stays = Array.from({ length: count }, () => stayOf(dayCount, random));
  stays.sort((a, b) => Number(b.isOld) - Number(a.isOld) || a.from - b.from);
  return stays.map((stay, index) => ({
    id: firstId + index,
    username: newName(names, random),
    ...stay,
    // A blocked customer does not call again.
    blocked: stay.to < dayCount - 1 && random.chance(0.02),
    eagerness: Math.min(12, Math.exp(random.normal())),
    lengthFactor: Math.min(2.2, Math.max(0.5, Math.exp(random.normal() * 0.3))),
    loyalty: 0.55 + 0.4 * random.next(),
    chatChance: random.weighted([
      [0.08, 6],
      [0.4, 3],
      [0.9, 2],
    ]),
    ratingChance: random.weighted([
      [0.03, 3],
      [0.3, 4],
      [0.75, 3],
    ]),
    favorites: [],
    hasSpoken: stay.isOld,
    freeAt: 0,
  }));
}

type Stay = Pick<DemoCustomer, "from" | "to" | "debut" | "isOld">;

/** The days on which a customer may call. Many new customers only try the service. */
function stayOf(dayCount: number, random: Random): Stay {
  const last = dayCount - 1;
  if (random.chance(0.55)) {
    const debut = random.int(0, Math.min(45, last));
    return {
      isOld: true,
      from: 0,
      debut,
      to: random.chance(0.35) ? random.int(debut, last) : last,
    };
  }
  const from = random.int(0, last);
  const days = random.weighted<() => number>([
    [() => random.int(0, 4), 3],
    [() => Math.round(-60 * Math.log(1 - random.next())), 4],
    [() => dayCount, 3],
  ])();
  return { isOld: false, from, debut: from, to: Math.min(last, from + days) };
}

function newName(names: Set<string>, random: Random): string {
  for (;;) {
    const word = random.pick(customerWords);
    const thing = random.pick(customerThings);
    const name = random.weighted<() => string>([
      [() => `${word}${thing}${random.int(1, 99)}`, 6],
      [() => `${word}_${thing}`, 2],
      [() => `${capital(thing)}${capital(word)}`, 2],
      [
        () => `${thing}-from-the-${word}-${random.pick(customerThings)}-${random.int(1950, 2005)}`,
        0.05,
      ],
    ])();
    if (names.has(name)) continue;
    names.add(name);
    return name;
  }
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
