import dayjs from "dayjs";
import { wallClock } from "#shared/rules/new-york.ts";
import { nextInstantsOf, wallMinutes } from "#shared/rules/schedule.ts";
import type { WeekSegment } from "./week.ts";

/** Without a zone: the browser's own clock. */
const clockIn = (instant: number | string, timeZone?: string) =>
  timeZone ? wallClock(instant, timeZone) : dayjs(instant);

const time = "h:mm A";
const dayAndTime = `ddd ${time}`;

/** The current minute as `Mon 9:15 PM`, here and in New York. */
export function presentTimes(now: number, timeZone?: string): { here: string; newYork: string } {
  return {
    here: clockIn(now, timeZone).format(dayAndTime),
    newYork: wallClock(now).format(dayAndTime),
  };
}

/**
 * The next occurrence of a segment in the viewer's zone: `Mon 6:00 PM – Tue 1:00 AM`. Null if the
 * viewer's clock shows New York's time (D15). The zone defaults to the browser's.
 */
export function viewersTimes(segment: WeekSegment, now: number, timeZone?: string): string | null {
  const { day, from, to, weeks } = segment;
  const times = { day, from: wallMinutes(from), to: wallMinutes(to), weeks };
  const instants = nextInstantsOf(times, now);
  const [begins, ends] = [clockIn(instants.from, timeZone), clockIn(instants.to, timeZone)];
  const isSame =
    begins.format(dayAndTime) === wallClock(instants.from).format(dayAndTime) &&
    ends.format(dayAndTime) === wallClock(instants.to).format(dayAndTime);
  if (isSame) return null;
  const end = ends.format(begins.day() === ends.day() ? time : dayAndTime);
  return `${begins.format(dayAndTime)} – ${end}`;
}
