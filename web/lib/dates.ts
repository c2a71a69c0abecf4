import dayjs from "dayjs";
import { wallClock } from "#shared/rules/new-york.ts";

const toTheMinute = "MM/DD/YYYY hh:mm A";
const toTheSecond = "MM/DD/YYYY hh:mm:ss A";

/** A business instant: `07/26/2026 01:00 PM ET`, New York time with its zone named (D11). */
export const businessTime = (instant: string) => `${wallClock(instant).format(toTheMinute)} ET`;

/** The same to the second, as lists show it: `07/26/2026 01:00:09 PM ET`. */
export const businessTimeToSecond = (instant: string) =>
  `${wallClock(instant).format(toTheSecond)} ET`;

/** An instant in the viewer's own zone, as logins and letters are shown: `07/26/2026 01:00 PM`. */
export const localTime = (instant: string) => dayjs(instant).format(toTheMinute);

/** The same to the second, as lists show it: `07/26/2026 01:00:09 PM`. */
export const localTimeToSecond = (instant: string) => dayjs(instant).format(toTheSecond);

function zoneName(style: "longGeneric" | "long"): string {
  const format = new Intl.DateTimeFormat("en-US", { timeZoneName: style });
  return format.formatToParts().find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** What the viewer's zone is called, whatever the season: `Pacific Time`. */
export function localZone(): string {
  const name = zoneName("longGeneric");
  // Zones without a season have no such name.
  return name.startsWith("GMT") ? zoneName("long") : name;
}

/** A day, `2026-07-26`, as `07/26/2026`. */
export function writtenDay(day: string): string {
  return `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`;
}

/** The days of a range: `07/26/2026 – 08/01/2026`. */
export const writtenDays = ({ start, end }: { start: string; end: string }) =>
  `${writtenDay(start)} – ${writtenDay(end)}`;

/** True for a day that some calendar has. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** No list goes further back. */
export const earliestDay = "1900-01-01";

/**
 * What a date field makes of a year that cannot be meant: two digits are of this century (F11);
 * after this year, this year; 1000 to 1900, 1900. A February 29 that the new year lacks becomes
 * the 28th. A year of three digits stays: nobody knows what it means.
 */
export function clampYear(day: string, thisYear: number): string {
  const given = Number(day.slice(0, 4));
  const year = given < 100 ? 2000 + given : given;
  const meant = year > thisYear ? thisYear : year >= 1000 && year <= 1900 ? 1900 : year;
  const clamped = `${String(meant).padStart(4, "0")}${day.slice(4)}`;
  return isDay(clamped) || !isDay(day) ? clamped : `${clamped.slice(0, 8)}28`;
}
