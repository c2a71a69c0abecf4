import dayjs from "dayjs";
import type { ExceptionKind } from "#shared/rules/promised-hours.ts";
import {
  exceptionKey,
  inDayOrder,
  type WrittenException,
} from "#shared/rules/schedule-exceptions.ts";
import type { Difference } from "#web/ui/form/conflict-modal.tsx";
import { segmentTimes } from "./segment-times.ts";

export const kindWords: Record<ExceptionKind, string> = {
  off: "Off",
  extra: "Extra hours",
  chat: "Chat only",
};

/** `Dec 10, 2026`, `Dec 10 to Dec 18, 2026` or `Dec 28, 2026 to Jan 3, 2027`. */
export function writtenDays({ first_day, last_day }: { first_day: string; last_day: string }) {
  const last = dayjs.utc(last_day).format("MMM D, YYYY");
  if (first_day === last_day) return last;
  const isOneYear = first_day.slice(0, 4) === last_day.slice(0, 4);
  return `${dayjs.utc(first_day).format(isOneYear ? "MMM D" : "MMM D, YYYY")} to ${last}`;
}

/** The times of an exception in New York, or `All day`. */
export const writtenTimes = ({ starts, ends }: Pick<WrittenException, "starts" | "ends">) =>
  starts === null || ends === null ? "All day" : segmentTimes({ from: starts, to: ends });

/** Describes an exception in a line: `Off Dec 10 to Dec 18, 2026, 9:00 AM – 5:00 PM`. */
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
