import { isAllDay, isOvernight, wallMinutes } from "#shared/rules/schedule.ts";

/** Minutes since midnight as `9:15 PM`. */
export function writtenClock(minutes: number): string {
  const hour = Math.floor(minutes / 60);
  const half = hour < 12 ? "AM" : "PM";
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, "0")} ${half}`;
}

/** A segment's times in New York: `9:00 PM – 2:00 AM (next day)`, or `All day`. */
export function segmentTimes(segment: { from: string; to: string }): string {
  const times = { from: wallMinutes(segment.from), to: wallMinutes(segment.to) };
  if (isAllDay(times)) return "All day";
  const text = `${writtenClock(times.from)} – ${writtenClock(times.to)}`;
  return isOvernight(times) && times.to !== 0 ? `${text} (next day)` : text;
}
