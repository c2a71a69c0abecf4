import { addDays, startOfNewYorkDay, weekday } from "./new-york.ts";
import { instantOn, isOvernight, type Segment } from "./schedule.ts";

/** Hours that a psychic has promised; from and to are epoch milliseconds. */
export interface PromisedSpan {
  from: number;
  to: number;
  /** A available, O on alert. */
  status: Segment["status"];
}

type PlannedSegment = Pick<Segment, "day" | "from" | "to" | "status">;

/**
 * The hours of a New York day that a weekly schedule promises, in their order. A night's hours are
 * cut at midnight: each day has its own part. In spring, hours that the clock change skips are left
 * out; in autumn, a time in the repeated hour means its first occurrence, as in the schedule (D13).
 */
export function promisedHours(schedule: readonly PlannedSegment[], day: string): PromisedSpan[] {
  const start = startOfNewYorkDay(day);
  const end = startOfNewYorkDay(addDays(day, 1));
  return [addDays(day, -1), day]
    .flatMap((date) =>
      schedule
        .filter((segment) => segment.day === weekday(date))
        .map((segment) => spanOn(date, segment)),
    )
    .map(({ from, to, status }) => ({
      from: Math.max(from, start),
      to: Math.min(to, end),
      status,
    }))
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.from - b.from);
}

function spanOn(date: string, segment: PlannedSegment): PromisedSpan {
  const lastDate = isOvernight(segment) ? addDays(date, 1) : date;
  const { from, to, status } = segment;
  return { from: clockInstant(date, from), to: clockInstant(lastDate, to), status };
}

/** A wall-clock time of a day; a time that the clock change skips means the moment of the change. */
function clockInstant(date: string, minutes: number): number {
  const instant = instantOn(date, minutes);
  // Clocks skip whole quarter hours, and the times of a schedule are quarter hours.
  return instant === null ? clockInstant(date, minutes + 15) : Date.parse(instant);
}
