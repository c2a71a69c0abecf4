import dayjs from "dayjs";
import { wallClock } from "#shared/rules/new-york.ts";

const toTheMinute = "MM/DD/YYYY hh:mm A";
const toTheSecond = "MM/DD/YYYY hh:mm:ss A";

/** Business times are New York's and name the zone (D11): `07/26/2026 01:00 PM ET`. */
export const businessTime = (instant: string) => `${wallClock(instant).format(toTheMinute)} ET`;

/** With seconds, for lists: `07/26/2026 01:00:09 PM ET`. */
export const businessTimeToSecond = (instant: string) =>
  `${wallClock(instant).format(toTheSecond)} ET`;

/** The day of `businessTimeToSecond`, for a list with a line per day: `Sun 07/26/2026`. */
export const businessWeekday = (instant: string) => wallClock(instant).format("ddd MM/DD/YYYY");

/** The time of `businessTimeToSecond`, for the rows below that line: `01:00:09 PM ET`. */
export const businessClock = (instant: string) => `${wallClock(instant).format("hh:mm:ss A")} ET`;

/**
 * The times of logins, contacts and problems are in the viewer's zone and do not name it (D11):
 * `07/26/2026 01:00 PM`.
 */
export const localTime = (instant: string) => dayjs(instant).format(toTheMinute);

/** The viewer's day at an instant in epoch milliseconds: `2026-07-26`. */
export const localDay = (instant: number) => dayjs(instant).format("YYYY-MM-DD");

/** With seconds, for lists: `07/26/2026 01:00:09 PM`. */
export const localTimeToSecond = (instant: string) => dayjs(instant).format(toTheSecond);

/** The day of `localTimeToSecond`, for a list with a line per day: `Sun 07/26/2026`. */
export const localWeekday = (instant: string) => dayjs(instant).format("ddd MM/DD/YYYY");

/** The time of `localTimeToSecond`, for the rows below that line: `01:00:09 PM`. */
export const localClock = (instant: string) => dayjs(instant).format("hh:mm:ss A");

function zoneName(style: "longGeneric" | "long"): string {
  const format = new Intl.DateTimeFormat("en-US", { timeZoneName: style });
  return format.formatToParts().find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** The name of the viewer's zone in any season: `Pacific Time`. dayjs knows no such names. */
export function localZone(): string {
  const name = zoneName("longGeneric");
  // Zones without summer time have no such name.
  return name.startsWith("GMT") ? zoneName("long") : name;
}

/** Formats `2026-07-26` as `07/26/2026`. */
export function writtenDay(day: string): string {
  return `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`;
}

/** Formats a range: `07/26/2026 – 08/01/2026`. */
export const writtenDays = ({ start, end }: { start: string; end: string }) =>
  `${writtenDay(start)} – ${writtenDay(end)}`;

/** Whether a text is an existing day. Not by dayjs, which reads the year 50 as 1950. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Lists start here at the earliest. */
export const earliestDay = "1900-01-01";

/**
 * Corrects a year that nobody means: 26 becomes 2026 (F11), a future year becomes this year, and
 * 1000 to 1899 become 1900. A February 29 becomes the 28th if the new year has no 29th. A year of
 * three digits stays, because we cannot guess what it means.
 */
export function clampYear(day: string, thisYear: number): string {
  const typed = Number(day.slice(0, 4));
  const year = typed < 100 ? 2000 + typed : typed;
  const corrected = year > thisYear ? thisYear : year >= 1000 && year <= 1900 ? 1900 : year;
  const clamped = `${String(corrected).padStart(4, "0")}${day.slice(4)}`;
  return isDay(clamped) || !isDay(day) ? clamped : `${clamped.slice(0, 8)}28`;
}
