/** The business runs on New York time (D11). Days are `YYYY-MM-DD` strings. */
export const newYork = "America/New_York";

const dayFormat = new Intl.DateTimeFormat("en-CA", {
  timeZone: newYork,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

const hour = 3_600_000;
let last = { hour: Number.NaN, day: "" };

/** The New York day in which an instant (epoch milliseconds or Date) falls. */
export function newYorkDay(instant: number | Date): string {
  // Its midnights lie on whole hours, and nearly everybody asks for today.
  const asked = Math.floor(Number(instant) / hour);
  if (asked !== last.hour) last = { hour: asked, day: dayFormat.format(instant) };
  return last.day;
}

/** Calendar arithmetic on days, free of any zone. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** How many days `to` lies after `from`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** The weekday of a day: 1 Sunday to 7 Saturday. */
export function weekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() + 1;
}
