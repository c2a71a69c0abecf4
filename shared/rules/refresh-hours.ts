import { wallClock } from "./new-york.ts";

/** The hours in New York at which the statistics are refreshed (D22). */
export const refreshHours = [7, 10, 13, 16, 19, 22] as const;

/** The next refresh after an instant: `7:00 AM ET`, with `tomorrow` after the day's last one. */
export function nextRefresh(now: number): string {
  const hour = wallClock(now).hour();
  const next = refreshHours.find((each) => each > hour);
  const shown = next ?? refreshHours[0];
  const clock = `${shown > 12 ? shown - 12 : shown}:00 ${shown >= 12 ? "PM" : "AM"} ET`;
  return next === undefined ? `${clock} tomorrow` : clock;
}
