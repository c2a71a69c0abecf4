import { addDays, startOfNewYorkDay, weekday } from "./new-york.ts";
import { instantOn, isOvernight, type Segment } from "./schedule.ts";

/** Hours that a psychic has promised; from and to are epoch milliseconds. */
export interface PromisedSpan {
  from: number;
  to: number;
  /** A available, O on alert. */
  status: Segment["status"];
  /** The psychic takes chats only. */
  chat?: true;
}

export type PlannedSegment = Pick<Segment, "day" | "from" | "to" | "status">;

/** In the order of their words on screens. */
export const exceptionKinds = ["off", "extra", "chat"] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

/** Days on which the hours differ from the week. */
export interface PlannedException {
  kind: ExceptionKind;
  /** New York days, both inclusive. */
  first_day: string;
  last_day: string;
  /** Minutes since midnight on each of the days, as in `Segment`. Null: the whole day. */
  times: Pick<Segment, "from" | "to"> | null;
}

/** A part of a New York day, and what an exception does with it. */
export interface ExceptionSpan {
  from: number;
  to: number;
  kind: ExceptionKind;
}

/**
 * The hours of a New York day that a schedule promises, in their order; this is the only rule for
 * it (S25). Spans neither overlap nor touch, unless they differ in status or chat. A night's hours
 * are cut at midnight: each day has its own part. In spring, hours that the clock change skips are
 * left out; in autumn, a time in the repeated hour means its first occurrence (D13).
 */
export function promisedHours(
  schedule: readonly PlannedSegment[],
  exceptions: readonly PlannedException[],
  day: string,
): PromisedSpan[] {
  return withExceptions(
    schedule.flatMap((segment) => segmentHours(segment, day)),
    exceptions.flatMap((exception) => exceptionHours(exception, day)),
  );
}

/** The hours of a New York day that one segment of the week promises. */
export function segmentHours(segment: PlannedSegment, day: string): PromisedSpan[] {
  const { status } = segment;
  return [addDays(day, -1), day]
    .filter((date) => segment.day === weekday(date))
    .flatMap((date) => cut(spanOn(date, segment), day).map((span) => ({ ...span, status })));
}

/** The parts of a New York day that an exception is about. */
export function exceptionHours(exception: PlannedException, day: string): ExceptionSpan[] {
  const { kind, times, first_day, last_day } = exception;
  return [addDays(day, -1), day]
    .filter((date) => first_day <= date && date <= last_day)
    .flatMap((date) => cut(times ? spanOn(date, times) : wholeDay(date), day))
    .map((span) => ({ ...span, kind }));
}

/** Combines hours of the week with exceptions, in any order. */
export function withExceptions(
  hours: readonly PromisedSpan[],
  exceptions: readonly ExceptionSpan[],
): PromisedSpan[] {
  const edges = [...hours, ...exceptions].flatMap(({ from, to }) => [from, to]);
  const times = [...new Set(edges)].sort((a, b) => a - b);
  const spans: PromisedSpan[] = [];
  for (const [place, from] of times.entries()) {
    const to = times[place + 1];
    const promise = promiseAt(from, hours, exceptions);
    if (to === undefined || !promise) continue;
    const last = spans.at(-1);
    if (last?.to === from && last.status === promise.status && last.chat === promise.chat) {
      last.to = to;
    } else spans.push({ from, to, ...promise });
  }
  return spans;
}

/** Off wins over everything. Extra hours are available, even where the week says on alert. */
function promiseAt(
  at: number,
  hours: readonly PromisedSpan[],
  exceptions: readonly ExceptionSpan[],
): Pick<PromisedSpan, "status" | "chat"> | null {
  const holds = ({ from, to }: { from: number; to: number }) => from <= at && at < to;
  const kinds = new Set(exceptions.filter(holds).map(({ kind }) => kind));
  if (kinds.has("off")) return null;
  const status = kinds.has("extra") ? "A" : hours.find(holds)?.status;
  if (!status) return null;
  return kinds.has("chat") ? { status, chat: true } : { status };
}

function cut({ from, to }: Span, day: string): Span[] {
  const span = {
    from: Math.max(from, startOfNewYorkDay(day)),
    to: Math.min(to, startOfNewYorkDay(addDays(day, 1))),
  };
  return span.from < span.to ? [span] : [];
}

type Span = Pick<PromisedSpan, "from" | "to">;

const wholeDay = (date: string): Span => ({
  from: startOfNewYorkDay(date),
  to: startOfNewYorkDay(addDays(date, 1)),
});

function spanOn(date: string, { from, to }: Pick<Segment, "from" | "to">): Span {
  const lastDate = isOvernight({ from, to }) ? addDays(date, 1) : date;
  return { from: clockInstant(date, from), to: clockInstant(lastDate, to) };
}

/** A wall-clock time of a day; a time that the clock change skips means the moment of the change. */
function clockInstant(date: string, minutes: number): number {
  const instant = instantOn(date, minutes);
  // Clocks skip whole quarter hours, and the times of a schedule are quarter hours.
  return instant === null ? clockInstant(date, minutes + 15) : Date.parse(instant);
}
