import { createRandom } from "../random.ts";
import type { Booking } from "./bookings.ts";
import { type Clientele, dayNumber } from "./clientele.ts";
import type { Occupied } from "./occupied.ts";
import type { PlannedAnswer } from "./planned-answer.ts";
import type { Stretch } from "./stretches.ts";
import type { World, WorldPsychic } from "./world.ts";

const minute = 60_000;
/** A customer books at short notice once in this time. */
const every = 20 * minute;
/** Others of the day have lower numbers. */
const firstNumber = 50_000;
/** Around the service day's ends, calls of both days go on. */
const margin = { start: 6 * minute, end: 15 * minute };

/**
 * Who is booked, in turn. Luna answers only if a visitor of the demo does; the others show each
 * answer, and that none comes.
 */
const turns = ["luna", "ready", "cannot", "luna", "late", "none"] as const;

/**
 * The calls that customers book 6 to 19 minutes ahead, at all hours, so that the portal always asks
 * somebody about a call soon.
 */
export function planShortNotice(parts: {
  world: World;
  day: string;
  /** The service day. */
  start: number;
  end: number;
  shifts: readonly Stretch[];
  clientele: Clientele;
  occupied: Occupied;
}): Booking[] {
  const { world, day, start, end, shifts, clientele, occupied } = parts;
  const bookings: Booking[] = [];
  for (let turn = 0; start + (turn + 1) * every <= end; turn++) {
    const random = createRandom(`platform short notice ${day} ${turn}`);
    const kind = turns[turn % turns.length] ?? "none";
    const at = start + turn * every + random.int(2, 3) * 5 * minute;
    const minutes = random.pick([10, 15, 15]);
    const until = at + (minutes + 3) * minute;
    const bookedAt = at - random.int(kind === "luna" ? 8 : 15, 19) * minute;
    const isWithin = at >= start + margin.start && until <= end - margin.end;
    if (!isWithin || bookedAt < world.opened) continue;
    const isFree = ({ id }: WorldPsychic) => occupied.isFree(`psychic ${id}`, at, until);
    const able =
      kind === "luna"
        ? world.psychics.filter(({ username }) => username === "luna")
        : shifts
            .filter(({ from, to, psychic }) => from < bookedAt && to > until && !psychic.isNamed)
            .map(({ psychic }) => psychic);
    const free = able.filter(isFree);
    if (free.length === 0) continue;
    const psychic = random.pick(free);
    const customer = clientele.choose(psychic, day, random, ({ id }) =>
      occupied.isFree(`customer ${id}`, at, until),
    );
    if (!customer) continue;
    occupied.add(`psychic ${psychic.id}`, at, until);
    occupied.add(`customer ${customer.id}`, at, until);
    const answer: PlannedAnswer | null =
      kind === "luna" || kind === "none"
        ? null
        : {
            answer: kind,
            at: at - random.int(5, 11) * minute,
            lateMinutes: kind === "late" ? 5 : null,
          };
    bookings.push({
      ...{ id: String(dayNumber(day) * 100_000 + firstNumber + turn), psychic, customer },
      channel: psychic.takesCalls ? "Call" : "Chat",
      ...{ minutes, bookedAt, firstAt: at, movedAt: null, at, answer, isShortNotice: true },
      cancelledAt: kind === "cannot" ? at : null,
    });
  }
  return bookings;
}
