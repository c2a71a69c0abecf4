import type { ExceptionKind } from "#shared/rules/promised-hours.ts";
import {
  exceptionKey,
  inDayOrder,
  type WrittenException,
} from "#shared/rules/schedule-exceptions.ts";
import { writtenDay } from "#web/lib/dates.ts";
import type { Difference } from "#web/ui/form/conflict-modal.tsx";
import { segmentTimes } from "./segment-times.ts";

export const kindWords: Record<ExceptionKind, string> = {
  off: "Off",
  extra: "Extra hours",
  chat: "Chat only",
};

/** `12/10/2026`, or `12/10/2026 to 12/18/2026`. */
export const writtenDays = ({ first_day, last_day }: { first_day: string; last_day: string }) =>
  first_day === last_day
    ? writtenDay(last_day)
    : `${writtenDay(first_day)} to ${writtenDay(last_day)}`;

/** The times of an exception in New York, or `All day`. */
export const writtenTimes = ({ starts, ends }: Pick<WrittenException, "starts" | "ends">) =>
  starts === null || ends === null ? "All day" : segmentTimes({ from: starts, to: ends });

/** Describes an exception in a line: `Off 12/10/2026 to 12/18/2026, Travelling`. */
export function writtenException(exception: WrittenException): string {
  const { kind, starts, note } = exception;
  return [
    `${kindWords[kind]} ${writtenDays(exception)}`,
    ...(starts === null ? [] : [writtenTimes(exception)]),
    ...(note ? [note] : []),
  ].join(", ");
}

/** Where two lists differ, for people. */
export function exceptionDifferences(
  mine: readonly WrittenException[],
  theirs: readonly WrittenException[],
): Difference[] {
  const [my, their] = [mine, theirs].map((list) => new Set(list.map(exceptionKey)));
  const all = new Map([...mine, ...theirs].map((one) => [exceptionKey(one), one]));
  const word = (keys: Set<string> | undefined, key: string) =>
    keys?.has(key) ? "Listed" : "Not listed";
  return inDayOrder([...all.values()])
    .map((exception) => ({
      label: writtenException(exception),
      mine: word(my, exceptionKey(exception)),
      theirs: word(their, exceptionKey(exception)),
    }))
    .filter((difference) => difference.mine !== difference.theirs);
}
