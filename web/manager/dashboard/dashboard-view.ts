import { type DateRange, lastDays } from "#shared/rules/date-range.ts";
import { addDays, daysBetween, newYorkDay } from "#shared/rules/new-york.ts";
import { payPeriod, periodBefore } from "#shared/rules/pay-period.ts";
import { writtenDays } from "#web/lib/dates.ts";
import { changeWords, percentChange } from "#web/ui/day-chart/chart-scale.ts";
import type { DayFigures } from "../period-figures.ts";

export type ViewKey = "this" | "last" | "30";

interface View {
  key: ViewKey;
  name: string;
  /** The end of the table's title. */
  title: string;
  /** The name of the days that this view is compared with. */
  beforeName: string;
}

const thisPeriod: View = {
  key: "this",
  name: "Current period",
  title: "Current Period",
  beforeName: "Last period",
};

/** The views to choose from above the dashboard; the address contains the chosen one. */
export const views: readonly View[] = [
  thisPeriod,
  { key: "last", name: "Last period", title: "Last Period", beforeName: "Period before" },
  { key: "30", name: "30 days", title: "Last 30 Days", beforeName: "30 days before" },
];

const viewWith = (name: string | null): View => views.find(({ key }) => key === name) ?? thisPeriod;

export const viewOf = (search: URLSearchParams): View => viewWith(search.get("days"));

/** All days that any view shows. One query for them serves every view. */
export const shownDays = (today: string): DateRange => lastDays(60, today);

/** The days of a view, and as many before them. */
export function rangesOf(key: ViewKey, payDay: number, today: string) {
  const period = payPeriod(payDay, today);
  if (key === "30") {
    return { range: lastDays(30, today), before: lastDays(30, addDays(today, -30)) };
  }
  const range = key === "this" ? period : periodBefore(period);
  return { range, before: periodBefore(range) };
}

/** `Day 1 of 7 · 11/22/2026 – 11/28/2026`. */
export function daysWords(range: DateRange, today: string): string {
  const length = daysBetween(range.start, range.end) + 1;
  const isUnfinished = range.end > today;
  const place = isUnfinished ? `Day ${daysBetween(range.start, today) + 1} of ${length} · ` : "";
  return `${place}${writtenDays(range)}`;
}

export type Figure = "revenue" | "calls";

/** The sum of a figure over a range, to the cent. */
export function totalOf(figure: Figure, { start, end }: DateRange, days: readonly DayFigures[]) {
  const cents = days
    .filter(({ day }) => day >= start && day <= end)
    .reduce((sum, day) => sum + Math.round(day[figure] * 100), 0);
  return cents / 100;
}

/** Says what is compared, unless the names of the view and of the days before do so already. */
function comparedDays(key: ViewKey, percent: number, days: number, openDays: number): string {
  if (key === "30") return openDays > 1 ? `, without the last ${openDays} days` : ", without today";
  if (key === "last" && openDays === 0) return "";
  const before = key === "this" ? "last period" : "the period before";
  const compared = days === 1 ? "day 1" : `days 1–${days}`;
  return ` ${percent === 0 ? "as" : "than"} ${before}, ${compared}`;
}

interface Compared {
  key: ViewKey;
  figure: Figure;
  range: DateRange;
  before: DateRange;
  /** The first incomplete day, which the comparison leaves out. */
  open: string;
  days: readonly DayFigures[];
  written: (value: number) => string;
}

/**
 * Compares the complete days of a view with the same days before. Half a day compared with a whole
 * day would look like a loss every morning.
 */
export function compare({ key, figure, range, before, open, days, written }: Compared): {
  words: string;
  percent: number | null;
} {
  const length = daysBetween(range.start, range.end) + 1;
  const count = Math.min(daysBetween(range.start, open), length);
  const first = ({ start }: DateRange, size: number) => ({ start, end: addDays(start, size - 1) });
  if (count <= 0) {
    const past = totalOf(figure, first(before, 1), days);
    return { words: `${viewWith(key).beforeName}, first day: ${written(past)}`, percent: null };
  }
  const now = totalOf(figure, first(range, count), days);
  const percent = percentChange(now, totalOf(figure, first(before, count), days));
  if (percent === null) return { words: "Nothing to compare with", percent };
  const compared = comparedDays(key, percent, count, length - count);
  return { words: `${changeWords(percent)}${compared}`, percent };
}

/** Whole New York days since an instant. */
export const ageOf = (instant: string, today: string) =>
  Math.max(daysBetween(newYorkDay(Date.parse(instant)), today), 0);

/** `today`, `1 day`, `24 days`. */
export const ageWords = (age: number) =>
  age === 0 ? "today" : `${age} ${age === 1 ? "day" : "days"}`;
