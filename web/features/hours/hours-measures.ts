import type { HourOfWeek } from "#shared/hours.ts";
import { writtenCount } from "#web/lib/figures.ts";
import { type Whose, writtenDollars, writtenHours } from "./hours-words.ts";

/** A figure that the picture can show. */
interface Measure {
  name: string;
  /** Null: not known, or kept back. */
  of(hour: HourOfWeek): number | null;
  written(value: number): string;
}

const callsOf = ({ answered, missed }: HourOfWeek) => answered + missed;

export const measures = {
  paid: { name: "Paid", of: (hour) => hour.paid_an_hour, written: writtenDollars },
  each: {
    name: "Per hour",
    of: (hour) => (hour.promised > 0 ? callsOf(hour) / hour.promised : null),
    written: writtenHours,
  },
  calls: { name: "Calls", of: callsOf, written: writtenCount },
  missed: { name: "Missed", of: (hour) => hour.missed, written: writtenCount },
  repeat: { name: "Repeat", of: (hour) => hour.repeat_callers, written: writtenCount },
  on: { name: "On", of: (hour) => hour.on, written: writtenHours },
  promised: { name: "Promised", of: (hour) => hour.promised, written: writtenHours },
} satisfies Record<string, Measure>;

export type MeasureKey = keyof typeof measures;

/** The figures of a screen; it begins with the first. */
export const measuresOf = (whose: Whose): readonly MeasureKey[] =>
  whose === "group"
    ? ["each", "calls", "missed", "repeat", "promised"]
    : ["paid", "calls", "missed", "repeat", "on"];

/** A sentence that explains the figure. */
export const meanings: Record<MeasureKey, string> = {
  paid: "Dollars that customers paid for each hour on. An hour needs 3 answered calls or chats, and half an hour on.",
  each: "Calls and chats, answered and missed, for each hour that psychics had promised. A dash: no hours were promised.",
  calls: "Calls and chats that began in the hour, answered and missed.",
  missed: "Missed calls and chats.",
  repeat: "Customers who came back. Each counts once for each hour of each week.",
  on: "Hours on: available or with a customer.",
  promised: "Hours that the present schedules promise, with time off and extra hours.",
};

/** How strong the color of a value is: 0 for nothing, 4 for the most. */
export const levelOf = (value: number | null, most: number) =>
  !value || most === 0 ? 0 : Math.ceil((4 * value) / most);
