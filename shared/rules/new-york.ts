import dayjs from "dayjs";
import utc from "dayjs/plugin/utc.js";

dayjs.extend(utc);

/** The business runs on New York time (D11). Days are `YYYY-MM-DD` strings. */
export const newYork = "America/New_York";

// Read part by part, because engines format dates differently: for en-CA some write 11/22/2026,
// others 2026-11-22.
const dayFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: newYork,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

const hour = 3_600_000;
let last = { hour: Number.NaN, day: "" };

/** The New York day in which an instant (epoch milliseconds or Date) falls. */
export function newYorkDay(instant: number | Date): string {
  // Cached by the hour: New York's midnights are on whole hours, and most calls ask for today.
  const asked = Math.floor(Number(instant) / hour);
  if (asked !== last.hour) last = { hour: asked, day: writtenDay(instant) };
  return last.day;
}

function writtenDay(instant: number | Date): string {
  const parts = dayFormat.formatToParts(instant);
  const of = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value ?? "";
  return `${of("year").padStart(4, "0")}-${of("month")}-${of("day")}`;
}

/** Adds calendar days, without a time zone. */
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
