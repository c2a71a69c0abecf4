import { addDays } from "#shared/rules/new-york.ts";
import { newYorkDayOf } from "../new-york-time.ts";
import { createRandom, type Random } from "../random.ts";
import { type Clientele, dayNumber } from "./clientele.ts";
import { createOccupied } from "./occupied.ts";
import { answerFor, type PlannedAnswer } from "./planned-answer.ts";
import { planShortNotice } from "./short-notice.ts";
import type { Stretches } from "./stretches.ts";
import { alwaysBooked, type World, type WorldCustomer, type WorldPsychic } from "./world.ts";

/** A call that a customer books. Times are epoch milliseconds. */
export interface Booking {
  id: string;
  psychic: WorldPsychic;
  customer: WorldCustomer;
  channel: "Call" | "Chat";
  minutes: number;
  bookedAt: number;
  /** Booked shortly before the call. */
  isShortNotice: boolean;
  /** The psychic's answer about the call; null without one. */
  answer: PlannedAnswer | null;
  /** The booked start; `at` is the final one. */
  firstAt: number;
  movedAt: number | null;
  cancelledAt: number | null;
  at: number;
}

const minute = 60_000;
const hour = 60 * minute;
const quarter = 15 * minute;

/** The longest time between booking and call. */
export const bookedDaysAhead = 6;

/** A service day lasts from 5 AM to 5 AM in New York, because few calls cross that hour. */
export const serviceStart = (day: string) => newYorkDayOf(day).at(5 * 3_600);

/** The calls booked for each service day. They depend only on the world and that day. */
export type BookingsOf = (day: string) => readonly Booking[];

export function createBookings(
  world: World,
  stretches: Stretches,
  clientele: Clientele,
): BookingsOf {
  const known = new Map<string, readonly Booking[]>();

  function plan(day: string): Booking[] {
    // Booked calls avoid the ends of the service day, because other calls cross them.
    const [dayStart, dayEnd] = [serviceStart(day), serviceStart(addDays(day, 1))];
    const earliest = dayStart + hour;
    const latest = dayEnd - 3 * hour;
    const all = stretches.around(day);
    const occupied = createOccupied();
    for (const { psychicId, start, end } of world.booked) {
      occupied.add(`psychic ${psychicId}`, start, end);
    }
    const early = world.psychics.flatMap((psychic) => {
      const random = createRandom(`platform bookings ${psychic.id} ${day}`);
      const isAlways = alwaysBooked.has(psychic.username);
      const count = isAlways ? random.int(1, 2) : Number(random.chance(0.14));
      const shifts = all.filter((one) => one.psychic === psychic);
      return Array.from({ length: count }, (_, place) => {
        const at = timeOf(shifts, earliest, latest, random);
        const minutes = random.pick([15, 20, 20, 30, 30, 45]);
        const end = at + minutes * minute;
        const who = `psychic ${psychic.id}`;
        const customer = clientele.choose(psychic, day, random, ({ id }) =>
          occupied.isFree(`customer ${id}`, at - hour, end + hour),
        );
        const details = historyOf(at, isAlways && place === 0, random);
        if (!customer || !occupied.isFree(who, at, end)) return null;
        occupied.add(who, at, end);
        occupied.add(`customer ${customer.id}`, at, end);
        const bookedAt = Math.max(details.bookedAt, world.opened + random.int(1, 20) * minute);
        if (bookedAt > at - 2 * hour) return null;
        const { firstAt } = details;
        const isMoved =
          details.movedAt !== null &&
          details.movedAt > bookedAt &&
          occupied.isFree(who, firstAt, firstAt + minutes * minute);
        if (isMoved) occupied.add(who, firstAt, firstAt + minutes * minute);
        return {
          id: String(dayNumber(day) * 100_000 + psychic.id * 10 + place),
          psychic,
          customer,
          channel: channelOf(psychic, random),
          minutes,
          ...details,
          bookedAt,
          movedAt: isMoved ? details.movedAt : null,
          firstAt: isMoved ? firstAt : at,
          at,
          answer: details.cancelledAt === null ? answerFor(psychic, at, random) : null,
          isShortNotice: false,
        };
      }).filter((booking) => booking !== null);
    });
    const span = { day, start: dayStart, end: dayEnd };
    return [...early, ...planShortNotice({ world, ...span, shifts: all, clientele, occupied })];
  }

  return (day) => {
    const found = known.get(day) ?? plan(day);
    known.set(day, found);
    return found;
  };
}

export function channelOf(psychic: WorldPsychic, random: Random): "Call" | "Chat" {
  const prefersChat = random.chance(0.3);
  if (!psychic.takesChats) return "Call";
  return !psychic.takesCalls || prefersChat ? "Chat" : "Call";
}

/** A start on a quarter hour, within a shift. Without a shift, between noon and 9 PM. */
function timeOf(
  shifts: readonly { from: number; to: number }[],
  earliest: number,
  latest: number,
  random: Random,
): number {
  const share = random.next();
  const usable = shifts
    .map(({ from, to }) => ({
      from: Math.max(from + 10 * minute, earliest),
      to: Math.min(to - 50 * minute, latest),
    }))
    .filter(({ from, to }) => to - from > quarter);
  const { from, to } =
    usable.length > 0 ? random.pick(usable) : { from: earliest + 6 * hour, to: latest - 5 * hour };
  return Math.ceil((from + share * (to - from - quarter)) / quarter) * quarter;
}

/** The history of a booking. A `sure` one is made early and never cancelled. */
function historyOf(at: number, sure: boolean, random: Random) {
  const lead = sure ? random.int(30, 120) : random.int(4, 90);
  const bookedAt = at - lead * hour - random.int(0, 59) * minute;
  const changeAt = bookedAt + random.next() * 0.8 * (at - bookedAt);
  const isCancelled = !sure && random.chance(0.15);
  const isMoved = !isCancelled && random.chance(0.2);
  const firstAt = at + random.pick([-8, -4, -2, 2, 4, 6]) * quarter;
  return {
    bookedAt,
    firstAt: isMoved ? firstAt : at,
    movedAt: isMoved && changeAt < Math.min(at, firstAt) - hour ? Math.round(changeAt) : null,
    cancelledAt: isCancelled ? Math.round(changeAt) : null,
  };
}
