import type pg from "pg";
import { prepared } from "#server/db/connection.ts";
import { pruneRows } from "#server/db/prune-rows.ts";
import { lives } from "#server/retention.ts";
import type { HourFigures, WeekHours } from "#shared/hours.ts";
import { secondsOfHours } from "#shared/rules/clock-hours.ts";
import {
  centsAnHour,
  type HourSums,
  type HoursAdvice,
  hoursInDemand,
  hoursThatPay,
  weeksOfHours,
} from "#shared/rules/hours-that-pay.ts";
import { addDays, daysBetween } from "#shared/rules/new-york.ts";

/** The columns that the two tables of hours share. */
export const sumColumns = [
  ...["on_seconds", "promised_seconds", "paid_cents", "answered", "missed", "repeat_callers"],
] as const;

type Sums = Omit<HourSums, "seconds">;

/** The Sundays of the weeks up to `last`, in order. */
export const weeksUpTo = (last: string): string[] =>
  Array.from({ length: weeksOfHours }, (_, place) => addDays(last, 7 * (place + 1 - weeksOfHours)));

interface HoursState {
  last_week: string;
  counted_at: string;
}

const stateOf = prepared<HoursState>(
  "hours-state",
  "select last_week, counted_at from hours_state",
);

const hoursOfPsychic = prepared<Sums & { hour: number; week: string }>(
  "hours-of-psychic",
  `select hour, min(week) as week, ${sumColumns.map((column) => `sum(${column})::bigint as ${column}`).join(", ")}
     from psychic_hours where psychic_id = $1::integer and week = any ($2::date[]) group by hour`,
);

const hoursOfGroup = prepared<Sums & { hour: number }>(
  "hours-of-group",
  `select hour, ${sumColumns.join(", ")} from group_hours
    where (brand, language, category) = ($1, $2::integer, $3::integer)`,
);

const firstWeek = prepared<{ week: string | null }>(
  "hours-first-week",
  "select min(week) as week from psychic_hours where week = any ($1::date[])",
);

const unknown: WeekHours = {
  ...{ weeks: 0, first_day: null, last_day: null, as_of: null, hours: [], advice: [] },
};

/** A psychic's weeks begin with the first of the eight that has any figure. */
export async function readPsychicHours(pool: pg.Pool, psychicId: number): Promise<WeekHours> {
  const [state] = await stateOf(pool, []);
  if (!state) return unknown;
  const rows = await hoursOfPsychic(pool, [psychicId, weeksUpTo(state.last_week)]);
  const [first] = rows.map(({ week }) => week).sort();
  return weekHours(state, first ?? null, rows, hoursThatPay);
}

export interface HoursGroup {
  brand?: string | undefined;
  language?: number | undefined;
  category?: number | undefined;
}

export async function readGroupHours(
  pool: pg.Pool,
  { brand = "", language = 0, category = 0 }: HoursGroup,
): Promise<WeekHours> {
  const [state] = await stateOf(pool, []);
  if (!state) return unknown;
  const [first] = await firstWeek(pool, [weeksUpTo(state.last_week)]);
  const rows = await hoursOfGroup(pool, [brand, language, category]);
  return weekHours(state, first?.week ?? null, rows, hoursInDemand);
}

function weekHours(
  state: HoursState,
  first: string | null,
  rows: readonly (Sums & { hour: number })[],
  advise: (hours: readonly HourSums[], weeks: number) => HoursAdvice[],
): WeekHours {
  if (first === null) return { ...unknown, as_of: state.counted_at };
  const weeks = daysBetween(first, state.last_week) / 7 + 1;
  const known = new Map(rows.map((row) => [row.hour, row]));
  const hours = secondsOfHours(first, weeks).map((seconds, hour): HourSums => {
    const row = known.get(hour);
    return {
      seconds,
      on_seconds: row?.on_seconds ?? 0,
      promised_seconds: row?.promised_seconds ?? 0,
      paid_cents: row?.paid_cents ?? 0,
      answered: row?.answered ?? 0,
      missed: row?.missed ?? 0,
      repeat_callers: row?.repeat_callers ?? 0,
    };
  });
  return {
    weeks,
    first_day: first,
    last_day: addDays(state.last_week, 6),
    as_of: state.counted_at,
    hours: hours.map((sums, hour) => ({ hour, ...figuresOf(sums) })),
    advice: advise(hours, weeks).map(({ here, elsewhere, ...rest }) => ({
      ...rest,
      ...figuresOf(here),
      elsewhere: figuresOf(elsewhere),
    })),
  };
}

const hundredths = (seconds: number) => Math.round(seconds / 36) / 100;

/** Below this many readings, dollars would reveal what a single one earned (D23c). */
const leastAnswered = 3;
/** Below this time on, a few calls that began in it would be hundreds of dollars an hour. */
const leastOnSeconds = 1_800;

function figuresOf(sums: HourSums): HourFigures {
  const { answered, missed, repeat_callers, on_seconds } = sums;
  const hasDollars = answered >= leastAnswered && on_seconds >= leastOnSeconds;
  return {
    hours: hundredths(sums.seconds),
    on: hundredths(on_seconds),
    promised: hundredths(sums.promised_seconds),
    ...{ answered, missed, repeat_callers },
    paid_an_hour: hasDollars ? Math.round(centsAnHour(sums) / 100) : null,
  };
}

export const prunePsychicHours = pruneRows(
  "psychic_hours",
  "week < (?::timestamptz)::date",
  lives.hours,
);
