import { weekday } from "#shared/rules/new-york.ts";

/** One New York day of a chart. */
export interface ChartDay {
  day: string;
  /** The bar's height. */
  value: number;
  /** A second figure, which only the words show. */
  second?: number;
}

export interface ChartWords {
  /** `$1,234.50`, `46 calls`. */
  written: (value: number) => string;
  writtenSecond?: (value: number) => string;
  /** The gridlines' labels, at most 5 characters: `$2K`. */
  short: (value: number) => string;
}

const names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

export const weekdayName = (day: string) => names[weekday(day) - 1] ?? "";

/** `11/2`. */
export const shortDay = (day: string) => `${Number(day.slice(5, 7))}/${Number(day.slice(8, 10))}`;

/** `Sat 10/31`. */
export const namedDay = (day: string) => `${weekdayName(day)} ${shortDay(day)}`;

/**
 * The tick below a day. Up to two weeks: the weekday, as one letter in a narrow column. For more
 * days: the date, below Mondays only.
 */
export function tickOf(day: string, count: number, columnWidth: number): string {
  if (count <= 14) return columnWidth < 32 ? weekdayName(day).slice(0, 1) : weekdayName(day);
  return weekdayName(day) === "Mon" ? shortDay(day) : "";
}
