import { daysBetween } from "#shared/rules/new-york.ts";
import type { ListedException } from "#shared/schedule-exceptions.ts";

/** A run of days of a month, both included; the first day of the month is 1. */
interface Run {
  first: number;
  last: number;
}

/** An exception in the calendar's row of a psychic. */
export interface Mark extends Run {
  exception: ListedException;
  /** The line within the row, from 1: exceptions of the same days are on lines of their own. */
  lane: number;
  /** Whether it began in an earlier month, or goes on in a later one. */
  isBegun: boolean;
  goesOn: boolean;
  /** Where its times and note are written; null if there is no room. */
  text: (Run & { place: "inside" | "after" | "before" }) | null;
}

export interface PsychicMarks {
  user_id: number;
  username: string;
  marks: readonly Mark[];
  lanes: number;
}

/** Days that a text needs. */
const textNeeds = 4;
/** A mark of fewer days has room for a sign, so its text has the word. Off has only three letters. */
const wordNeeds = 3;
/** From this length on, a mark has room for its word and its text. */
const roomyFrom = 6;
/** With more lanes, a row has no room for letters. */
export const writtenLanes = 2;

/** The exceptions of a month by psychic, who are in the order of the list. */
export function marksOf(
  exceptions: readonly ListedException[],
  days: readonly string[],
): PsychicMarks[] {
  const own = new Map<number, ListedException[]>();
  for (const exception of exceptions) {
    const known = own.get(exception.user_id);
    if (known) known.push(exception);
    else own.set(exception.user_id, [exception]);
  }
  return [...own.values()].map((all) => {
    const { user_id, username } = all[0] as ListedException;
    const marks = inLanes(all, days);
    const lanes = Math.max(...marks.map(({ lane }) => lane));
    return {
      user_id,
      username,
      lanes,
      marks: lanes > writtenLanes ? marks : withTexts(marks, days),
    };
  });
}

/** Whether the mark has no room for the word of its kind. */
export const isShort = ({ exception, first, last }: Pick<Mark, "exception" | "first" | "last">) =>
  exception.kind !== "off" && last - first + 1 < wordNeeds;

/** Puts each exception on the first line that is free on its days. */
function inLanes(exceptions: readonly ListedException[], days: readonly string[]): Mark[] {
  const [firstDay = "", lastDay = ""] = [days[0], days.at(-1)];
  const ends: number[] = [];
  return [...exceptions]
    .sort((a, b) => (a.first_day + a.last_day < b.first_day + b.last_day ? -1 : 1))
    .map((exception) => {
      const isBegun = exception.first_day < firstDay;
      const goesOn = exception.last_day > lastDay;
      const first = isBegun ? 1 : daysBetween(firstDay, exception.first_day) + 1;
      const last = goesOn ? days.length : daysBetween(firstDay, exception.last_day) + 1;
      const free = ends.findIndex((end) => end < first);
      const lane = free < 0 ? ends.length : free;
      ends[lane] = last;
      return { exception, first, last, lane: lane + 1, isBegun, goesOn, text: null };
    });
}

/** Finds room for the texts: in the mark, or on free days beside it. */
function withTexts(marks: readonly Mark[], days: readonly string[]): Mark[] {
  const taken = new Set(
    marks.flatMap(({ lane, first, last }) =>
      Array.from({ length: last - first + 1 }, (_, place) => `${lane} ${first + place}`),
    ),
  );
  /** How many days are free from this one on, in steps of 1 or -1. */
  const freeFrom = (lane: number, day: number, step: 1 | -1) => {
    let count = 0;
    for (let at = day; at >= 1 && at <= days.length && !taken.has(`${lane} ${at}`); at += step) {
      count += 1;
    }
    return count;
  };
  const roomFor = ({ lane, first, last }: Mark): Mark["text"] => {
    if (last - first + 1 >= roomyFrom) return { first, last, place: "inside" };
    const after = freeFrom(lane, last + 1, 1);
    if (after >= textNeeds) return { first: last + 1, last: last + after, place: "after" };
    const before = freeFrom(lane, first - 1, -1);
    return before >= textNeeds ? { first: first - before, last: first - 1, place: "before" } : null;
  };
  return marks.map((mark) => {
    const { starts, note } = mark.exception;
    const text = starts === null && note === null && !isShort(mark) ? null : roomFor(mark);
    if (text) for (let day = text.first; day <= text.last; day++) taken.add(`${mark.lane} ${day}`);
    return { ...mark, text };
  });
}
