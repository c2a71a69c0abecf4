import type { HourFigures, HoursAdvice } from "#shared/hours.ts";
import { writtenCount } from "#web/lib/figures.ts";
import { weekdays } from "../schedule/week.ts";

/** Whose hours a screen shows: the reader's own, a psychic's to staff, or those of many. */
export type Whose = "own" | "psychic" | "group";

/** An hour of the clock: `9 PM`. */
export const clockName = (clock: number) => `${clock % 12 || 12} ${meridiem(clock)}`;
const meridiem = (clock: number) => (clock % 24 < 12 ? "AM" : "PM");

export const dayOfHour = (hour: number) => weekdays[Math.floor(hour / 24)]?.name ?? "";

/** `Thursday 9–11 PM`, `Saturday 11 PM–1 AM`. */
export function stretchName({ hour, length }: Pick<HoursAdvice, "hour" | "length">): string {
  const [from, to] = [hour % 24, (hour + length) % 24];
  const begin = meridiem(from) === meridiem(to) ? String(from % 12 || 12) : clockName(from);
  return `${dayOfHour(hour)} ${begin}–${clockName(to)}`;
}

/** Hours, or an average: at most one decimal. */
export const writtenHours = (hours: number) => writtenCount(Math.round(hours * 10) / 10);

/** With one decimal, so that the figures of a column stand below each other. */
export const tenths = (hours: number) =>
  hours.toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const writtenDollars = (dollars: number) => `$${writtenCount(dollars)}`;

const callsIn = ({ answered, missed }: HourFigures) => answered + missed;
const weeksText = (weeks: number) => `in ${weeks} weeks`;
const calls = (count: number) => `${writtenCount(count)} calls and chats`;
const repeat = ({ repeat_callers }: HourFigures) =>
  `${writtenCount(repeat_callers)} repeat ${repeat_callers === 1 ? "caller" : "callers"}`;

/** The sentences of an advice about its hours; each has its numbers. */
export function adviceSentences(advice: HoursAdvice, weeks: number, whose: Whose): string[] {
  const { elsewhere } = advice;
  const subject = whose === "own" ? "You were" : "The psychic was";
  const on = `${subject} on in ${writtenHours(advice.on)} of ${writtenHours(advice.hours)} hours.`;
  const each = (word: string, base: (figures: HourFigures) => number) =>
    base(advice) > 0
      ? `That is ${writtenHours(callsIn(advice) / base(advice))} for each hour ${word}, ` +
        `${writtenHours(callsIn(elsewhere) / base(elsewhere))} in all other hours.`
      : "";
  const sentences = {
    paid: [
      `Customers paid ${writtenDollars(advice.paid_an_hour ?? 0)} for each hour on, ` +
        `${writtenDollars(elsewhere.paid_an_hour ?? 0)} in all other hours.`,
      `${calls(advice.answered)} were answered ${weeksText(weeks)}, ${repeat(advice)}.`,
      on,
    ],
    calls: [
      `${calls(callsIn(advice))} ${weeksText(weeks)}, ${repeat(advice)}.`,
      on,
      each("on", (figures) => figures.on),
    ],
    promised: [
      `${calls(callsIn(advice))} ${weeksText(weeks)}, ${writtenCount(advice.missed)} missed, ${repeat(advice)}.`,
      `Psychics promised ${writtenHours(advice.promised)} hours.`,
      each("promised", (figures) => figures.promised),
    ],
    missed: [
      `${writtenCount(advice.missed)} of ${calls(callsIn(advice))} were missed ${weeksText(weeks)}, ` +
        `${writtenCount(elsewhere.missed)} of ${writtenCount(callsIn(elsewhere))} in all other hours.`,
      whose === "group" ? `Psychics promised ${writtenHours(advice.promised)} hours.` : on,
    ],
  };
  return sentences[advice.reason].filter(Boolean);
}
