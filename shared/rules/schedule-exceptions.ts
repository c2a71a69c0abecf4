import { lengthOf } from "./date-range.ts";
import { addDays } from "./new-york.ts";
import type { ExceptionKind } from "./promised-hours.ts";

/** An exception as it goes over the wire and as a form holds it; times are `HH:MM`, New York. */
export interface WrittenException {
  kind: ExceptionKind;
  /** New York days, both inclusive. */
  first_day: string;
  last_day: string;
  /** Null with `ends`: the whole day. An end at or before the start is on the next day. */
  starts: string | null;
  ends: string | null;
  note: string | null;
}

/** The most exceptions of a psychic that have not ended. */
export const exceptionsAtMost = 100;
export const exceptionDaysAtMost = 366;
export const noteAtMost = 200;

/** The last day that an exception may have. */
export const lastPossibleDay = (today: string) => addDays(today, 730);

export const exceptionMessages = {
  reversed: "The last day is before the first day. Change one of them",
  tooLong: `An exception has at most ${exceptionDaysAtMost} days`,
  oneTime: "Choose both times, or neither for the whole day",
  longNote: `Note cannot exceed ${noteAtMost} characters`,
  ended: "The last day is in the past. Choose today or a later day",
  tooFar: "The last day is more than two years ahead",
  twice: "This is in the list twice",
  tooMany: `At most ${exceptionsAtMost} exceptions`,
};

interface Issue {
  path: keyof WrittenException;
  message: string;
}

/** What is wrong with an exception, apart from the format of its values. */
export function exceptionIssue(exception: WrittenException): Issue | null {
  const { first_day, last_day, starts, ends } = exception;
  if (last_day < first_day) return { path: "last_day", message: exceptionMessages.reversed };
  if (lengthOf({ start: first_day, end: last_day }) > exceptionDaysAtMost) {
    return { path: "last_day", message: exceptionMessages.tooLong };
  }
  if ((starts === null) !== (ends === null)) {
    return { path: starts === null ? "starts" : "ends", message: exceptionMessages.oneTime };
  }
  return null;
}

/** What is wrong with the days of a new exception. */
export function newExceptionIssue({ last_day }: WrittenException, today: string): Issue | null {
  if (last_day < today) return { path: "last_day", message: exceptionMessages.ended };
  if (last_day > lastPossibleDay(today)) {
    return { path: "last_day", message: exceptionMessages.tooFar };
  }
  return null;
}

/** Identifies an exception: two with the same key are the same. */
export const exceptionKey = ({ kind, first_day, last_day, starts, ends, note }: WrittenException) =>
  JSON.stringify([first_day, last_day, kind, starts, ends, note]);

/** In the order in which the server lists them. */
export const inDayOrder = <E extends WrittenException>(exceptions: readonly E[]): E[] =>
  [...exceptions].sort((a, b) => (exceptionKey(a) < exceptionKey(b) ? -1 : 1));
