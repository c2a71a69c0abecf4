import { daysBetween, newYorkDay, wallClock } from "#shared/rules/new-york.ts";
import { businessTime, localDay, localTime } from "#web/lib/dates.ts";

/** The texts for the time of a scheduled call. */
export interface CallTimes {
  /** The time until the call: `In 25 min`. */
  until: string;
  /** `Today 03:15 PM ET`. If "Today" would be wrong for the viewer, the date is in its place. */
  newYork: string;
  /** `12:15 PM` in the viewer's zone, with the date if it differs; null if it is New York's time. */
  here: string | null;
}

const minute = 60_000;

function untilOf(milliseconds: number, days: number): string {
  const minutes = Math.ceil(milliseconds / minute);
  if (minutes <= 0) return "Now";
  if (minutes < 60) return `In ${minutes} min`;
  if (minutes < 24 * 60) {
    return `In ${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
  }
  return days > 1 ? `In ${days} days` : "In 1 day";
}

/** @param at an ISO instant; @param now epoch milliseconds. */
export function callTimes(at: string, now: number): CallTimes {
  const instant = Date.parse(at);
  const days = daysBetween(newYorkDay(now), newYorkDay(instant));
  // At night, the viewer's "tomorrow" may be New York's "today", and the other way round.
  const isSameWord = days === daysBetween(localDay(now), localDay(instant));
  const [date = "", ...business] = businessTime(at).split(" ");
  const [localDate, ...local] = localTime(at).split(" ");
  const word = isSameWord ? ["Today", "Tomorrow"][days] : undefined;
  const day = word ?? `${wallClock(instant).format("ddd")} ${date}`;
  const here = local.join(" ");
  const isSame = localDate === date && business.join(" ") === `${here} ET`;
  return {
    until: untilOf(instant - now, days),
    newYork: `${day} ${business.join(" ")}`,
    here: isSame ? null : localDate === date ? here : `${localDate} ${here}`,
  };
}
