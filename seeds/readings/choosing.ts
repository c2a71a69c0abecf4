import type { NewYorkDay } from "../new-york-time.ts";
import type { DemoPsychic } from "../people/people.ts";
import { hoursOf } from "../people/shifts.ts";
import type { Random } from "../random.ts";
import type { DemoCustomer } from "./customers.ts";
import { cumulative, pickPlace } from "./days.ts";

/** The psychics who take readings, for customers to choose from. */
export interface Psychics {
  choose(customer: DemoCustomer, dayIndex: number, hour: number): DemoPsychic;
}

/** Popularity falls with the rank: a few psychics have most of it. */
const popularity = (rank: number) => 1 / (rank + 4) ** 0.8;

/** A customer remembers at most this many favorites. */
const favoritesAtMost = 6;

export function createPsychics(
  psychics: readonly DemoPsychic[],
  days: readonly NewYorkDay[],
  random: Random,
): Psychics {
  const working = psychics.filter(({ rank }) => rank !== null);
  const hours = new Map(working.map((psychic) => [psychic, hoursOf(psychic.week)]));
  const presence = new Map(working.map((psychic) => [psychic, presenceOf(psychic, days, random)]));
  const present = days.map((_, day) => working.filter((who) => presence.get(who)?.[day] === 1));
  const weights = present.map((who, day) =>
    cumulative(who.map((psychic) => popularity(psychic.rank ?? 0) * known(psychic, day))),
  );

  // A newcomer must first become known.
  function known({ joined }: DemoPsychic, day: number): number {
    const daysHere = joined - (days.length - 1 - day);
    return Math.min(1, 0.3 + daysHere / 70);
  }

  return {
    choose(customer, dayIndex, hour) {
      const hourOfWeek = ((days[dayIndex]?.weekday ?? 1) - 1) * 24 + hour;
      const isOnShift = (psychic: DemoPsychic) => hours.get(psychic)?.[hourOfWeek] === 1;
      if (customer.favorites.length > 0 && random.chance(customer.loyalty)) {
        const { psychic } = favoriteOf(customer, random);
        const isThere = presence.get(psychic)?.[dayIndex] === 1;
        if (isThere && (isOnShift(psychic) || random.chance(0.15))) return psychic;
      }
      const choice = present[dayIndex];
      const upTo = weights[dayIndex];
      if (!choice || !upTo) throw new Error("not a day of the demo");
      let psychic = random.pick(choice);
      for (let attempt = 0; attempt < 8; attempt++) {
        psychic = choice[pickPlace(upTo, random)] ?? psychic;
        if (isOnShift(psychic) || random.chance(0.08)) break;
      }
      return psychic;
    },
  };
}

function favoriteOf({ favorites }: DemoCustomer, random: Random) {
  let rest = random.next() * favorites.reduce((sum, { readings }) => sum + readings, 0);
  for (const favorite of favorites) {
    rest -= favorite.readings;
    if (rest < 0) return favorite;
  }
  return random.pick(favorites);
}

/** After a good reading a customer is likelier to come back to this psychic. */
export function remember(customer: DemoCustomer, psychic: DemoPsychic, random: Random): void {
  const { favorites } = customer;
  const favorite = favorites.find((one) => one.psychic === psychic);
  if (favorite) favorite.readings += 1;
  else if (favorites.length < favoritesAtMost && random.chance(0.45 + psychic.quality)) {
    favorites.push({ psychic, readings: 1 });
  }
}

/** 1 for each day on which a psychic works: from the first to the last day, except holidays. */
function presenceOf(
  { joined, left, username }: DemoPsychic,
  days: readonly NewYorkDay[],
  random: Random,
): Uint8Array {
  const today = days.length - 1;
  const first = Math.max(0, today - joined + 2);
  const last = left === null ? today : today - left;
  const presence = new Uint8Array(days.length);
  presence.fill(1, first, last + 1);
  for (let holiday = random.int(0, 3); holiday > 0; holiday--) {
    const start = random.int(0, today);
    // None of luna's holidays begins in the last 60 days, so that visitors of the demo have
    // something to see.
    if (username === "luna" && start > today - 60) continue;
    presence.fill(0, start, start + random.int(4, 16));
  }
  return presence;
}
