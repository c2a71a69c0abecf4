import type { Weeks } from "#shared/rules/alternating-weeks.ts";
import { newYorkDay, weekday } from "#shared/rules/new-york.ts";
import { minutesOfDay } from "../new-york-time.ts";
import type { Random } from "../random.ts";

/** A shift of a working week, in New York time. */
export interface Shift {
  /** 1 Sunday to 7 Saturday. */
  day: number;
  starts: string;
  ends: string;
  status: "A" | "O";
  weeks?: Weeks | null;
}

export type ShiftKind = "day" | "evening" | "night" | "split" | "weekend" | "none";

export const shiftKinds: readonly (readonly [ShiftKind, number])[] = [
  ["day", 22],
  ["evening", 34],
  ["night", 14],
  ["split", 16],
  ["weekend", 9],
  ["none", 5],
];

/** Formats quarter hours since midnight as `HH:MM`; wraps at midnight. */
function clock(quarters: number): string {
  const inDay = quarters % 96;
  return `${String(Math.floor(inDay / 4)).padStart(2, "0")}:${String((inDay % 4) * 15).padStart(2, "0")}`;
}

const quartersOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 4 + minutes / 15;
};

/** A week of the given kind. No two shifts overlap, even across midnight and the week's end (D14). */
export function weekOf(kind: ShiftKind, random: Random): Shift[] {
  // The times below are quarter hours since midnight. Each psychic works up to an hour later.
  const habit = random.int(0, 4);
  const shift = (day: number, from: number, to: number, status: Shift["status"] = "A") => ({
    day,
    starts: clock(from + habit),
    ends: clock(to + habit),
    status,
  });
  const off = new Set(random.shuffle([1, 2, 3, 4, 5, 6, 7]).slice(0, random.int(1, 3)));
  const days = [1, 2, 3, 4, 5, 6, 7].filter((day) => !off.has(day));
  switch (kind) {
    case "day":
      return [2, 3, 4, 5, 6].map((day) => shift(day, 36, random.pick([64, 66, 68])));
    case "evening":
      return days.flatMap((day) => [
        ...(random.chance(0.2) ? [shift(day, 52, 56, "O")] : []),
        shift(day, random.pick([64, 68, 70]), random.pick([88, 90, 92])),
      ]);
    case "night":
      return days.map((day) => shift(day, random.pick([80, 84]), random.pick([104, 108, 112])));
    case "split":
      return days.flatMap((day) => [
        shift(day, random.pick([36, 40]), random.pick([50, 52])),
        shift(day, random.pick([68, 72]), random.pick([84, 88])),
      ]);
    case "weekend":
      return [
        shift(6, 64, 92),
        // All day.
        { day: 7, starts: "00:00", ends: "00:00", status: "A" },
        shift(1, 40, 80),
      ];
    case "none":
      return [];
  }
}

/** The index of an instant's New York hour in the week. */
export function hourOfWeek(instant: number): number {
  return (weekday(newYorkDay(instant)) - 1) * 24 + Math.floor(minutesOfDay(instant) / 60);
}

/** The hours of the week, from Sunday midnight, in which a psychic with this schedule answers. */
export function hoursOf(week: readonly Shift[]): Uint8Array {
  const hours = new Uint8Array(7 * 24);
  // Without a schedule: when most customers call.
  const shifts =
    week.length > 0
      ? week
      : [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, starts: "15:00", ends: "23:00", status: "A" }));
  for (const { day, starts, ends, status } of shifts) {
    if (status !== "A") continue;
    const from = quartersOf(starts);
    const to = quartersOf(ends) <= from ? quartersOf(ends) + 96 : quartersOf(ends);
    for (let quarter = from; quarter < to; quarter++) {
      hours[((day - 1) * 24 + Math.floor(quarter / 4)) % hours.length] = 1;
    }
  }
  return hours;
}
