import { wallMinutes } from "./schedule.ts";

const minute = 60_000;
const dayLength = 1440;

/**
 * When the current quiet hours end; null outside quiet hours. They are `HH:MM`, New York time, so a
 * night with a clock change is an hour shorter or longer. An end before the start is on the next day.
 */
export function quietUntil(
  now: Date,
  { quiet_from, quiet_to }: { quiet_from: string | null; quiet_to: string | null },
): Date | null {
  if (quiet_from === null || quiet_to === null) return null;
  const from = wallMinutes(quiet_from);
  const to = wallMinutes(quiet_to);
  const wallAt = (instant: number) => Math.floor(wallMinutes(new Date(instant).toISOString()));
  const isQuiet = (instant: number) => {
    const wall = wallAt(instant);
    return from < to ? from <= wall && wall < to : wall >= from || wall < to;
  };
  const start = Math.floor(now.getTime() / minute) * minute;
  if (!isQuiet(start)) return null;
  let end = start + ((to - wallAt(start) + dayLength) % dayLength) * minute;
  // A clock change in between moves the end by an hour.
  while (isQuiet(end)) end += minute;
  while (!isQuiet(end - minute)) end -= minute;
  return new Date(end);
}
