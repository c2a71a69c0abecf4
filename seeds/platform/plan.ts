import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import {
  type Booking,
  type BookingsOf,
  bookedDaysAhead,
  createBookings,
  serviceStart,
} from "./bookings.ts";
import { endOf, type PlannedCall } from "./call.ts";
import { createClientele } from "./clientele.ts";
import {
  type Application,
  applicationsOf,
  type Report,
  reportsOf,
} from "./contacts-and-problems.ts";
import { type CallsOf, createDayCalls } from "./day-calls.ts";
import type { PlannedAnswer } from "./planned-answer.ts";
import { createStretches, type Stretch, type Stretches } from "./stretches.ts";
import { askTime } from "./stuck-calls.ts";
import type { World, WorldPsychic } from "./world.ts";

type EventFacts =
  | { kind: "log-on" | "log-off"; stretch: Stretch }
  | { kind: "announced"; stretch: Stretch; extra: NonNullable<Stretch["extra"]> }
  | { kind: "begin" | "end" | "rated"; call: PlannedCall }
  | { kind: "waited"; call: PlannedCall }
  | { kind: "asks"; call: PlannedCall }
  | { kind: "booked" | "moved" | "cancelled"; booking: Booking }
  | { kind: "answered"; booking: Booking; answer: PlannedAnswer }
  | { kind: "application"; application: Application }
  | { kind: "report"; report: Report };

/** An event on the platform at an instant (epoch milliseconds). */
export type PlatformEvent = EventFacts & { at: number; id: string };

export interface Plan {
  /** The events from one instant up to, but not including, another; in order. */
  eventsBetween(from: number, to: number): PlatformEvent[];
  /** The calls in progress at an instant. */
  callsAt(instant: number): PlannedCall[];
  /** The psychics who are logged on at an instant. */
  stretchesAt(instant: number): Stretch[];
  /** The bookings for a service day, which begins at 5 AM. */
  bookingsOf: BookingsOf;
  /** The psychics whose booked call begins soon, or goes on. */
  bookedAt(instant: number): WorldPsychic[];
  /** The calls that begin in a service day. */
  callsOf: CallsOf;
  stretchesOf: Stretches["ofDay"];
}

/** A rating comes at most a day after its call. */
const daysBack = 2;
/** No unplanned call begins so long before a booked one (ms). */
const keptFree = 25 * 60_000;
/** A psychic announces extra hours so long before they begin (ms). */
const announcedBefore = 12 * 60_000;

/**
 * Plans the events on the platform for any span of time. Each day has its own random generator, so
 * that a span gives the same events whether it is planned at once or in pieces, in any order.
 */
export function createPlan(world: World): Plan {
  const stretches = createStretches(world);
  const clientele = createClientele(world, newYorkDay(world.opened));
  const bookingsOf = createBookings(world, stretches, clientele);
  const callsOf = createDayCalls({ world, stretches, clientele, bookings: bookingsOf });

  const known = new Map<string, PlatformEvent[]>();

  function eventsOf(day: string): PlatformEvent[] {
    const found = known.get(day) ?? planEvents(day);
    known.set(day, found);
    return found;
  }

  function planEvents(day: string): PlatformEvent[] {
    return [
      ...callsOf(day).flatMap(eventsOfCall),
      ...bookingsOf(day).flatMap(eventsOfBooking),
      ...stretches.ofDay(day).flatMap(eventsOfStretch),
      ...applicationsOf(day).map((application, place): PlatformEvent => {
        const id = `application-${day}-${place}`;
        return { kind: "application", application, at: application.at, id };
      }),
      ...reportsOf(world, day).map(
        (report): PlatformEvent => ({ kind: "report", report, at: report.at, id: `report-${day}` }),
      ),
    ];
  }

  const aroundNow = (instant: number) => {
    const day = newYorkDay(instant);
    return [addDays(day, -1), day];
  };

  return {
    eventsBetween(from, to) {
      const start = Math.max(from, world.opened);
      const events: PlatformEvent[] = [];
      const first = addDays(newYorkDay(start), -daysBack);
      const last = addDays(newYorkDay(to), bookedDaysAhead);
      for (let day = first; day <= last; day = addDays(day, 1)) {
        // For future days there are only bookings.
        const isFuture = serviceStart(day) > to && day > newYorkDay(to);
        const ofDay = isFuture ? bookingsOf(day).flatMap(eventsOfBooking) : eventsOf(day);
        for (const event of ofDay) if (event.at >= start && event.at < to) events.push(event);
      }
      return events.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
    },
    callsAt: (instant) =>
      aroundNow(instant)
        .flatMap(callsOf)
        .filter((call) => call.start <= instant && endOf(call) > instant && call.minutes > 0),
    stretchesAt: (instant) =>
      aroundNow(instant)
        .flatMap((day) => [...stretches.ofDay(day)])
        .filter(({ from, to }) => from <= instant && instant < to),
    bookingsOf,
    bookedAt: (instant) =>
      aroundNow(instant)
        .flatMap((day) => [...bookingsOf(day)])
        .filter(
          ({ at, minutes, cancelledAt }) =>
            cancelledAt === null && at - keptFree < instant && instant < at + minutes * 60_000,
        )
        .map(({ psychic }) => psychic),
    callsOf,
    stretchesOf: stretches.ofDay,
  };
}

function eventsOfCall(call: PlannedCall): PlatformEvent[] {
  const { connectionId, start, minutes, rating } = call;
  const events: PlatformEvent[] = [
    { kind: "end", call, at: endOf(call), id: `end-${connectionId}` },
  ];
  if (minutes > 0) events.push({ kind: "begin", call, at: start, id: `begin-${connectionId}` });
  if (rating) events.push({ kind: "rated", call, at: rating.at, id: `rated-${connectionId}` });
  if (call.leavesBusy) {
    events.push({ kind: "asks", call, at: askTime(endOf(call)), id: `asks-${connectionId}` });
  }
  return events;
}

function eventsOfBooking(booking: Booking): PlatformEvent[] {
  const { id, bookedAt, movedAt, cancelledAt, answer } = booking;
  const events: PlatformEvent[] = [{ kind: "booked", booking, at: bookedAt, id: `booked-${id}` }];
  if (movedAt !== null) events.push({ kind: "moved", booking, at: movedAt, id: `moved-${id}` });
  if (answer) events.push({ kind: "answered", booking, answer, at: answer.at, id: `answer-${id}` });
  if (cancelledAt !== null) {
    events.push({ kind: "cancelled", booking, at: cancelledAt, id: `cancelled-${id}` });
  }
  return events;
}

function eventsOfStretch(stretch: Stretch): PlatformEvent[] {
  const { extra, id } = stretch;
  const announced: PlatformEvent[] = extra
    ? [{ kind: "announced", stretch, extra, at: extra.from - announcedBefore, id: `extra-${id}` }]
    : [];
  return [
    ...announced,
    { kind: "log-on", stretch, at: stretch.from, id: `on-${stretch.id}` },
    { kind: "log-off", stretch, at: stretch.to, id: `off-${stretch.id}` },
  ];
}
