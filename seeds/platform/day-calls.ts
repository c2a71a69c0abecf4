import { addDays } from "#shared/rules/new-york.ts";
import { newYorkDayOf } from "../new-york-time.ts";
import { createRandom, type Random } from "../random.ts";
import { busyness, timesOfDay } from "../readings/days.ts";
import { type BookingsOf, channelOf, serviceStart } from "./bookings.ts";
import {
  answeredCall,
  connectionIdOf,
  endOf,
  isMissed,
  lengthOf,
  minute,
  missedCall,
  type PlannedCall,
} from "./call.ts";
import type { Clientele } from "./clientele.ts";
import { createOccupied } from "./occupied.ts";
import type { Stretch, Stretches } from "./stretches.ts";
import { planStuckCalls } from "./stuck-calls.ts";
import { alwaysBooked, type World, type WorldCustomer, type WorldPsychic } from "./world.ts";

/** At least this many psychics are on calls at any hour. */
const busyAtLeast = 2;
/** The longest time (ms) between the ends of two readings. */
const quietAtMost = 145_000;
/**
 * How many calls begin at random times, as a share of the seed's readings per day. Other calls fill
 * the gaps.
 */
const shareByChance = 0.45;

interface Parts {
  world: World;
  stretches: Stretches;
  clientele: Clientele;
  bookings: BookingsOf;
}

/** The calls that begin in each service day. They depend only on the world and that day. */
export type CallsOf = (day: string) => readonly PlannedCall[];

export function createDayCalls(parts: Parts): CallsOf {
  const known = new Map<string, readonly PlannedCall[]>();
  return (day) => {
    const found = known.get(day) ?? planDay(parts, day);
    known.set(day, found);
    return found;
  };
}

function planDay(parts: Parts, day: string): PlannedCall[] {
  const { world, stretches, clientele, bookings } = parts;
  const random = createRandom(`platform calls ${day}`);
  const [start, end] = [serviceStart(day), serviceStart(addDays(day, 1))];
  const shifts = stretches.around(day);
  const occupied = createOccupied();
  const calls: PlannedCall[] = [];
  const debuts = [...clientele.newOn(day)];

  const before = crossing(parts, day);
  for (const call of before) occupy(call);
  for (const booking of bookings(day)) {
    if (booking.cancelledAt !== null) continue;
    const { psychic, customer, channel, at, minutes, id } = booking;
    const actual = Math.max(5, minutes + random.int(-4, 3));
    add(answeredCall({ psychic, customer, channel, start: at }, actual, random, { booking: id }));
  }
  for (const call of crossing(parts, addDays(day, 1))) add(call);
  const stuck = { start, end, random, occupied, customerOf };
  const there = (from: number, to: number) => atWork(shifts, from, to);
  for (const call of planStuckCalls({ ...stuck, atWork: there })) add(call);

  for (const time of timesBetween(world, day, start, end)) addByChance(time);
  keepLinesBusy();
  keepReadingsComing();
  return calls.sort((a, b) => a.start - b.start).map(numbered());

  function occupy({ psychic, customer, start, minutes }: PlannedCall): void {
    occupied.add(`psychic ${psychic.id}`, start, start + minutes * minute);
    occupied.add(`customer ${customer.id}`, start, start + minutes * minute);
  }

  function add(call: PlannedCall): void {
    if (call.minutes > 0) occupy(call);
    calls.push(call);
  }

  function freePsychic(from: number, to: number, anybody: boolean): WorldPsychic | undefined {
    const free = atWork(shifts, from, to).filter(
      ({ id, username }) =>
        (anybody || !alwaysBooked.has(username)) && occupied.isFree(`psychic ${id}`, from, to),
    );
    return free.length > 0 ? random.weighted(byPopularity(free)) : undefined;
  }

  function customerOf(psychic: WorldPsychic, from: number, to: number): WorldCustomer | undefined {
    return clientele.choose(psychic, day, random, ({ id }) =>
      occupied.isFree(`customer ${id}`, from, to),
    );
  }

  /**
   * @param atLeast the minutes for which the psychic must be free.
   * @param anybody false: neither luna nor orion, because a visitor of the demo may play them.
   * @returns whether a call was added. A call must end within the service day.
   */
  function addAnswered(
    at: number,
    length: (psychic: WorldPsychic) => number,
    options: { atLeast?: number; anybody?: boolean; debut?: WorldCustomer } = {},
  ): boolean {
    const { atLeast = 2, anybody = false, debut } = options;
    const psychic = freePsychic(at, at + atLeast * minute, anybody);
    if (!psychic) return false;
    let minutes = Math.min(length(psychic), Math.floor((end - at) / minute));
    const fits = () => {
      const to = at + minutes * minute;
      const isAtWork = atWork(shifts, at, to).includes(psychic);
      return isAtWork && occupied.isFree(`psychic ${psychic.id}`, at, to);
    };
    while (minutes > 0 && !fits()) minutes -= 1;
    const customer = debut ?? customerOf(psychic, at, at + minutes * minute);
    if (minutes === 0 || !customer) return false;
    const who = { psychic, customer, channel: channelOf(psychic, random), start: at };
    add(answeredCall(who, minutes, random, { isFirst: debut !== undefined }));
    return true;
  }

  function miss(at: number): void {
    const there = atWork(shifts, at, at + minute);
    if (there.length === 0) return;
    const psychic = random.weighted(byPopularity(there));
    const customer = customerOf(psychic, at, at + minute);
    if (!customer) return;
    const who = { psychic, customer, channel: channelOf(psychic, random), start: at };
    const isFree = occupied.isFree(`psychic ${psychic.id}`, at, at + minute);
    add(missedCall(who, random, isFree ? undefined : "Busy"));
  }

  function addByChance(time: number): void {
    const debut = debuts.pop();
    if (debut) {
      if (!addAnswered(time, (psychic) => Math.min(20, lengthOf(psychic, random)), { debut })) {
        debuts.push(debut);
      }
      return;
    }
    const psychic = freePsychic(time, time + 2 * minute, true);
    if (!psychic || isMissed(psychic, random)) miss(time);
    else addAnswered(time, (chosen) => lengthOf(chosen, random), { anybody: true });
  }

  function keepLinesBusy(): void {
    for (let time = start; time < end; ) {
      const ends = [...before, ...calls]
        .filter((call) => call.start <= time && endOf(call) > time && call.minutes > 0)
        .map(endOf)
        .sort((a, b) => b - a);
      const enoughUntil = ends[busyAtLeast - 1];
      if (enoughUntil !== undefined) time = enoughUntil;
      else {
        const begin = Math.max(start, time - random.int(2, 30) * 1000);
        if (!addAnswered(begin, (chosen) => lengthOf(chosen, random))) time += 10_000;
      }
    }
  }

  function keepReadingsComing(): void {
    const ends = [start, ...calls.map(endOf).sort((a, b) => a - b), end].filter(
      (time) => time >= start && time <= end,
    );
    for (const [place, next] of ends.entries()) {
      let last = ends[place - 1] ?? start;
      while (next - last > quietAtMost) {
        last += random.int(105, 145) * 1000;
        const minutes = random.int(1, 5);
        const begin = last - minutes * minute;
        const isShort = random.chance(0.72) && begin > start;
        const isAnswered = isShort && addAnswered(begin, () => minutes, { atLeast: minutes });
        if (!isAnswered) miss(last - endOf({ start: 0, minutes: 0 }));
      }
    }
  }
}

/**
 * The calls in progress when a service day begins. They belong to the day before, but depend only on
 * the boundary, so that each day can be planned without the other.
 */
function crossing({ stretches, clientele }: Parts, day: string): PlannedCall[] {
  const boundary = serviceStart(day);
  const random = createRandom(`platform crossing ${day}`);
  const there = random.shuffle(
    atWork(stretches.around(day), boundary - 15 * minute, boundary + 6 * minute),
  );
  const used = new Set<number>();
  return [15, 125, 245].flatMap((seconds, place) => {
    const psychic = there[place];
    if (!psychic) return [];
    const minutes = random.int(7, 14);
    const customer = clientele.choose(psychic, day, random, ({ id }) => !used.has(id));
    if (!customer) return [];
    used.add(customer.id);
    const start = boundary + seconds * 1000 - minutes * minute;
    const who = { psychic, customer, channel: channelOf(psychic, random), start };
    return [answeredCall(who, minutes, random)];
  });
}

/** The psychics who are logged on for the whole span. */
function atWork(shifts: readonly Stretch[], from: number, to: number): WorldPsychic[] {
  return shifts.filter((shift) => shift.from < from && to < shift.to).map(({ psychic }) => psychic);
}

const byPopularity = (psychics: readonly WorldPsychic[]) =>
  psychics.map((psychic) => [psychic, psychic.popularity] as const);

/** Random instants of calls, by the hour and the weekday. */
function timesBetween(world: World, day: string, start: number, end: number): number[] {
  return [day, addDays(day, 1)].flatMap((one) => {
    const newYorkDay = newYorkDayOf(one);
    const random: Random = createRandom(`platform times ${one}`);
    const count = Math.round(world.readingsPerDay * shareByChance * busyness(newYorkDay) ** 2);
    return timesOfDay(newYorkDay, count, random)
      .map((time) => newYorkDay.at(time))
      .filter((time) => time >= start && time < end);
  });
}

/** The last digit distinguishes calls of the same second. */
function numbered() {
  let last = { second: 0, place: 0 };
  return (call: PlannedCall): PlannedCall => {
    const second = Math.floor(call.start / 1000);
    last = { second, place: second === last.second ? last.place + 1 : 0 };
    return { ...call, connectionId: connectionIdOf(call.start, last.place) };
  };
}
