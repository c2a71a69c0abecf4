import { isInWeeks } from "./alternating-weeks.ts";
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

export type PlannedSegment = Pick<Segment, "day" | "from" | "to" | "status" | "weeks">;

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
  return [dayOf(day).before, day]
    .filter((date) => segment.day === dayOf(date).weekday && isInWeeks(segment.weeks, date))
    .flatMap((date) => cut(spanOn(date, segment), day).map((span) => ({ ...span, status })));
}

/** The parts of a New York day that an exception is about. */
export function exceptionHours(exception: PlannedException, day: string): ExceptionSpan[] {
  const { kind, times, first_day, last_day } = exception;
  return [dayOf(day).before, day]
    .filter((date) => first_day <= date && date <= last_day)
    .flatMap((date) => cut(times ? spanOn(date, times) : wholeDay(date), day))
    .map((span) => ({ ...span, kind }));
}

type Held = Segment["status"] | ExceptionKind;

/** Where a span begins (+1) and ends (-1). */
const edgesOf = (held: Held, { from, to }: Span) => [
  { at: from, held, by: 1 },
  { at: to, held, by: -1 },
];

/** Combines hours of the week with exceptions, in any order. */
export function withExceptions(
  hours: readonly PromisedSpan[],
  exceptions: readonly ExceptionSpan[],
): PromisedSpan[] {
  const edges = [
    ...hours.flatMap((span) => edgesOf(span.status, span)),
    ...exceptions.flatMap((span) => edgesOf(span.kind, span)),
  ].sort((a, b) => a.at - b.at);
  const counts = { A: 0, O: 0, off: 0, extra: 0, chat: 0 };
  const spans: PromisedSpan[] = [];
  for (const [place, { at: from, held, by }] of edges.entries()) {
    counts[held] += by;
    const to = edges[place + 1]?.at;
    const promise = promiseOf(counts);
    if (to === undefined || to === from || !promise) continue;
    const last = spans.at(-1);
    if (last?.to === from && last.status === promise.status && last.chat === promise.chat) {
      last.to = to;
    } else spans.push({ from, to, ...promise });
  }
  return spans;
}

/** Off wins over everything. Extra hours are available, even where the week says on alert. */
function promiseOf(counts: Record<Held, number>): Pick<PromisedSpan, "status" | "chat"> | null {
  if (counts.off > 0 || counts.A + counts.O + counts.extra === 0) return null;
  const status = counts.A + counts.extra > 0 ? "A" : "O";
  return counts.chat > 0 ? { status, chat: true } : { status };
}

function cut({ from, to }: Span, day: string): Span[] {
  const { start, end } = dayOf(day);
  const span = { from: Math.max(from, start), to: Math.min(to, end) };
  return span.from < span.to ? [span] : [];
}

type Span = Pick<PromisedSpan, "from" | "to">;

function wholeDay(date: string): Span {
  const { start, end } = dayOf(date);
  return { from: start, to: end };
}

function spanOn(date: string, { from, to }: Pick<Segment, "from" | "to">): Span {
  const lastDate = isOvernight({ from, to }) ? dayOf(date).after : date;
  return { from: clockInstant(date, from), to: clockInstant(lastDate, to) };
}

interface Day {
  /** Epoch milliseconds. */
  start: number;
  end: number;
  /** The dates of the days around it. */
  before: string;
  after: string;
  weekday: number;
}

const dayLength = 86_400_000;
/** A calendar has 68 days, a floor 3. */
const daysAtMost = 1_000;
const days = new Map<string, Day>();

/** A New York day, computed once: a calendar asks for each of its days a hundred times. */
function dayOf(date: string): Day {
  const known = days.get(date);
  if (known) return known;
  if (days.size >= daysAtMost) days.clear();
  const after = addDays(date, 1);
  const day = {
    start: startOfNewYorkDay(date),
    end: startOfNewYorkDay(after),
    before: addDays(date, -1),
    after,
    weekday: weekday(date),
  };
  days.set(date, day);
  return day;
}

/** A wall-clock time of a day; a time that the clock change skips means the moment of the change. */
function clockInstant(date: string, minutes: number): number {
  const { start, end } = dayOf(date);
  if (end - start === dayLength) return start + minutes * 60_000;
  const instant = instantOn(date, minutes);
  // Clocks skip whole quarter hours, and the times of a schedule are quarter hours.
  return instant === null ? clockInstant(date, minutes + 15) : Date.parse(instant);
}
