import { newYork } from "#shared/rules/new-york.ts";
import { nextInstantsOf, wallMinutes } from "#shared/rules/schedule.ts";
import type { WeekSegment } from "./week.ts";

/** `Mon 9:15 PM` in a zone; the viewer's own without one. */
const clockIn = (timeZone?: string) =>
  new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    hour: "numeric",
    minute: "2-digit",
    hourCycle: "h12",
  });

const inNewYork = clockIn(newYork);

interface Clock {
  weekday: string;
  time: string;
}

function read(format: Intl.DateTimeFormat, instant: number): Clock {
  const parts = format.formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((candidate) => candidate.type === type)?.value ?? "";
  return {
    weekday: part("weekday"),
    time: `${part("hour")}:${part("minute")} ${part("dayPeriod")}`,
  };
}

const written = ({ weekday, time }: Clock) => `${weekday} ${time}`;

/** The present minute as `Mon 9:15 PM`, here and in New York. */
export function presentTimes(now: number, timeZone?: string): { here: string; newYork: string } {
  return { here: written(read(clockIn(timeZone), now)), newYork: written(read(inNewYork, now)) };
}

/**
 * A segment in the viewer's zone, `Mon 6:00 PM – Tue 1:00 AM`, as it comes next; null where the viewer's
 * clock shows the same as New York's (D15). Without a zone: the browser's.
 */
export function viewersTimes(segment: WeekSegment, now: number, timeZone?: string): string | null {
  const { day, from, to } = segment;
  const instants = nextInstantsOf({ day, from: wallMinutes(from), to: wallMinutes(to) }, now);
  const [start, end] = [Date.parse(instants.from), Date.parse(instants.to)];
  const viewer = clockIn(timeZone);
  const isSame = [start, end].every(
    (instant) => written(read(viewer, instant)) === written(read(inNewYork, instant)),
  );
  if (isSame) return null;
  const [begins, ends] = [read(viewer, start), read(viewer, end)];
  const last = begins.weekday === ends.weekday ? ends.time : written(ends);
  return `${written(begins)} – ${last}`;
}
