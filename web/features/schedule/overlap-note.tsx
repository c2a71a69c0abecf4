import { segmentTimes } from "./segment-times.ts";
import { overlapOf, type Week, type WeekSegment, weekdays } from "./week.ts";

/** Names the time that overlaps this one, without waiting for a save. */
export function OverlapNote({ week, segment }: { week: Week; segment: WeekSegment }) {
  const other = overlapOf(week, segment);
  if (!other) return null;
  const day = weekdays[other.day - 1]?.name;
  return (
    <p className="help is-danger" role="alert">
      Overlaps {day}, {segmentTimes(other)}
    </p>
  );
}
