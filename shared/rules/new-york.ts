import dayjs, { type Dayjs } from "dayjs";
import utc from "dayjs/plugin/utc.js";

dayjs.extend(utc);

/** The business runs on New York time (D11). Days are `YYYY-MM-DD` strings. */
export const newYork = "America/New_York";

const minute = 60_000;
/** Clocks change at quarter hours only. */
const quarter = 15 * minute;

/** The format of each zone and its last answer: most callers ask about the present. */
const zones = new Map<
  string,
  { format: Intl.DateTimeFormat; quarter: number; minutesAhead: number }
>();

/** Minutes that a zone's clocks are ahead of UTC at an instant (epoch milliseconds). */
export function minutesAhead(instant: number, timeZone: string): number {
  let zone = zones.get(timeZone);
  if (!zone) {
    const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
    zone = { format, quarter: Number.NaN, minutesAhead: 0 };
    zones.set(timeZone, zone);
  }
  const askedQuarter = Math.floor(instant / quarter);
  if (askedQuarter !== zone.quarter) {
    zone.minutesAhead = minutesOfOffset(zone.format.format(instant));
    zone.quarter = askedQuarter;
  }
  return zone.minutesAhead;
}

/** Reads `11/22/2026, GMT-05:00`, or `GMT` alone; before 1883 New York's offset has seconds. */
function minutesOfOffset(text: string): number {
  const found = /GMT(?:([+\-−])(\d+)(?::(\d+))?(?::(\d+))?)?/.exec(text);
  if (!found) throw new RangeError(`A time zone's offset cannot be read: ${text}`);
  const [, sign = "+", hours = 0, minutes = 0, seconds = 0] = found;
  const length = Number(hours) * 60 + Number(minutes) + Number(seconds) / 60;
  return sign === "+" ? length : -length;
}

/**
 * Gives the wall clock of a zone at an instant, New York's by default. The result is for reading
 * and formatting only: it holds the wall clock as if that were UTC. dayjs's own zones go through
 * the machine's time zone, and are wrong in the hour that the machine's clock skips in spring.
 */
export function wallClock(instant: number | Date | string, timeZone = newYork): Dayjs {
  const at = dayjs.utc(instant);
  return at.add(minutesAhead(at.valueOf(), timeZone), "minute");
}

/** The New York day in which an instant (epoch milliseconds or Date) falls. */
export function newYorkDay(instant: number | Date): string {
  return wallClock(instant).format("YYYY-MM-DD");
}

/** The instant (epoch milliseconds) at which a New York day begins. */
export function startOfNewYorkDay(day: string): number {
  const utcMidnight = Date.parse(`${day}T00:00:00Z`);
  // The clocks change at 2 AM. 5 AM UTC is midnight or 1 AM, so it has midnight's offset.
  return utcMidnight - minute * minutesAhead(utcMidnight + 300 * minute, newYork);
}

/** Calendar arithmetic on days, free of any zone. */
export function addDays(day: string, count: number): string {
  return dayjs.utc(day).add(count, "day").format("YYYY-MM-DD");
}

/** How many days `to` lies after `from`. */
export function daysBetween(from: string, to: string): number {
  return dayjs.utc(to).diff(dayjs.utc(from), "day");
}

/** The weekday of a day: 1 Sunday to 7 Saturday. */
export function weekday(day: string): number {
  return dayjs.utc(day).day() + 1;
}
