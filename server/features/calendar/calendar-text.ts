import ical from "ical-generator";
import {
  minutesAhead,
  newYork,
  newYorkDay,
  startOfNewYorkDay,
  wallClock,
} from "#shared/rules/new-york.ts";
import type { PromisedSpan } from "#shared/rules/promised-hours.ts";

/** New York's rules since 2007, as RFC 5545 writes them. */
const newYorkZone = [
  "BEGIN:VTIMEZONE",
  "TZID:America/New_York",
  "BEGIN:DAYLIGHT",
  "TZOFFSETFROM:-0500",
  "TZOFFSETTO:-0400",
  "TZNAME:EDT",
  "DTSTART:20070311T020000",
  "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU",
  "END:DAYLIGHT",
  "BEGIN:STANDARD",
  "TZOFFSETFROM:-0400",
  "TZOFFSETTO:-0500",
  "TZNAME:EST",
  "DTSTART:20071104T020000",
  "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU",
  "END:STANDARD",
  "END:VTIMEZONE",
].join("\r\n");

/** A call that a customer booked; a calendar never names the customer. */
export interface BookedCall {
  id: string;
  at: string;
  minutes: number;
  channel: "Call" | "Chat";
}

interface CalendarContents {
  /** The brand's name. */
  brand: string;
  /** Distinguishes the events of this portal from those of others: its host. */
  host: string;
  psychicId: number;
  promised: readonly PromisedSpan[];
  calls: readonly BookedCall[];
}

const minute = 60_000;
const shiftWords = { A: "Available", O: "On alert" } as const;

const hour = 60 * minute;

/** Whether New York's clocks show the time of this instant twice: in autumn's repeated hour. */
function isTwice(instant: number): boolean {
  const aheadAt = (at: number) => minutesAhead(at, newYork);
  const ahead = aheadAt(instant);
  return aheadAt(instant - hour) > ahead || aheadAt(instant + hour) < ahead;
}

/**
 * Times as an event has them: New York's wall clock, in UTC if that would be ambiguous. Programs do
 * not agree which of the two hours a wall clock means.
 */
function eventTimes(from: number, to: number) {
  if (isTwice(from) || isTwice(to)) return { start: new Date(from), end: new Date(to) };
  return { start: wallClock(from), end: wallClock(to), timezone: newYork };
}

/**
 * A calendar as iCalendar text. It changes only with its contents and with the New York day, so that
 * its ETag holds.
 */
export function calendarText(contents: CalendarContents, now: Date): string {
  const { brand, host, psychicId, promised, calls } = contents;
  const calendar = ical({
    name: `${brand} schedule`,
    prodId: { company: brand, product: "Psychic portal", language: "EN" },
    // Without a name: the library would write DTSTAMP in the named zone, which RFC 5545 forbids.
    timezone: { name: null, generator: () => newYorkZone },
    ttl: 3600,
  });
  const stamp = new Date(startOfNewYorkDay(newYorkDay(now)));
  for (const { from, to, status, chat } of promised) {
    calendar.createEvent({
      id: `hours-${psychicId}-${new Date(from).toISOString()}@${host}`,
      stamp,
      ...eventTimes(from, to),
      summary: chat ? `${shiftWords[status]}, chat only` : shiftWords[status],
    });
  }
  for (const { id, at, minutes, channel } of calls) {
    calendar.createEvent({
      id: `call-${psychicId}-${id}@${host}`,
      stamp,
      ...eventTimes(Date.parse(at), Date.parse(at) + minutes * minute),
      summary: `Booked ${channel.toLowerCase()}, ${minutes} minutes`,
    });
  }
  return `${calendar.toString()}\r\n`;
}
