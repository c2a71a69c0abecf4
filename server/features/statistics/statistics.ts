import type pg from "pg";
import { type Database, prepared } from "#server/db/connection.ts";
import { fromReplica } from "#server/db/replica.ts";
import type { CachedReply } from "#server/http/handler.ts";
import { sumsOfDays } from "#server/queries/reading-sums.ts";
import type { DateRange } from "#shared/rules/date-range.ts";
import type { Sums } from "#shared/rules/metrics.ts";
import { Kept } from "./result-cache.ts";

/** The last refresh, and what else names a kept result. */
export interface StatisticsState {
  /** Another one: another refresh, another name or extension of a psychic, or another database. */
  version: string;
  /** When the roll-up was last refreshed; null before the first time. */
  asOf: string | null;
  /** The figures are then read there as well: a replica may be behind the version. */
  onPrimary: boolean;
}

export type PsychicSums = Sums & {
  psychic_id: number;
  user_name: string;
  phone_extension: string;
};

export interface DaySums {
  day: string;
  calls: number;
  minutes: number;
  revenue_cents: number;
}

const stateRow = prepared<{ number: number; names: number; refreshed_at: string | null }>(
  "statistics-state",
  "select number, names, refreshed_at from statistics_state",
);

/**
 * Read before the figures themselves: a refresh between makes the version too old, never too new,
 * so nothing outdated is ever kept under a new one.
 */
export async function readState(db: Database): Promise<StatisticsState> {
  const { row, onPrimary } = await fromReplica(db, async (pool) => ({
    row: (await stateRow(pool, []))[0],
    onPrimary: pool === db.pool,
  }));
  const asOf = row?.refreshed_at ?? null;
  return {
    onPrimary,
    version: `${row?.number}.${row?.names}.${asOf === null ? 0 : Date.parse(asOf)}`,
    asOf,
  };
}

const sumsOfRange = `
  select d.*, u.username as user_name, p.extension as phone_extension
    from (select d.psychic_id, ${sumsOfDays()}
            from daily_statistics d
           where d.day between $1 and $2
           group by d.psychic_id) d
    join users u on u.id = d.psychic_id
    join psychics p on p.user_id = d.psychic_id`;

const daysOfAll = `
  select d.day, sum(d.calls + d.chats) as calls, sum(d.call_minutes + d.chat_minutes) as minutes,
         sum(d.call_revenue_cents + d.chat_revenue_cents) as revenue_cents
    from daily_statistics d
   where d.day between $1 and $2
   group by d.day`;

const daysOfPsychic = `
  select d.day, d.calls + d.chats as calls, d.call_minutes + d.chat_minutes as minutes,
         d.call_revenue_cents + d.chat_revenue_cents as revenue_cents
    from daily_statistics d
   where d.psychic_id = $3::bigint and d.day between $1 and $2`;

/** Roughly what one row of sums takes in memory. */
const rowBytes = 700;
const megabyte = 1_000_000;

/** What one process keeps of one database; about 100 MB at most. */
function keepFor() {
  return {
    sums: new Kept<PsychicSums[]>(
      { entries: 30, bytes: 40 * megabyte },
      (rows) => rows.length * rowBytes,
    ),
    days: new Kept<DaySums[]>(
      { entries: 100, bytes: 5 * megabyte },
      (rows) => rows.length * rowBytes,
    ),
    // Packed, an answer takes about a sixth of its size besides.
    replies: new Kept<CachedReply>(
      { entries: 200, bytes: 50 * megabyte },
      ({ bytes }) => bytes.length * 1.2,
    ),
  };
}
const keptResults = new WeakMap<Database, ReturnType<typeof keepFor>>();

/** The kept results of a database: they are right as long as its state's version stands. */
export function keptOf(db: Database): ReturnType<typeof keepFor> {
  const known = keptResults.get(db);
  if (known) return known;
  const made = keepFor();
  keptResults.set(db, made);
  return made;
}

const figuresOf = <T>(db: Database, state: StatisticsState, ask: (pool: pg.Pool) => Promise<T>) =>
  state.onPrimary ? ask(db.pool) : fromReplica(db, ask);

const keyOf = (range: DateRange) => `${range.start}_${range.end}`;

/** The sums of every psychic with a reading in the range, in no order. */
export function sumsByPsychic(
  db: Database,
  state: StatisticsState,
  range: DateRange,
): Promise<PsychicSums[]> {
  return keptOf(db).sums.get(state.version, keyOf(range), () =>
    figuresOf(db, state, (pool) => rangeRows<PsychicSums>(pool, sumsOfRange, range)),
  );
}

/** Calls, minutes and revenue a day, of everyone or of one; only days with a reading, unordered. */
export function sumsByDay(
  db: Database,
  state: StatisticsState,
  range: DateRange,
  psychicId?: number,
): Promise<DaySums[]> {
  return keptOf(db).days.get(state.version, `${keyOf(range)}_${psychicId ?? ""}`, () =>
    figuresOf(db, state, (pool) =>
      psychicId === undefined
        ? rangeRows<DaySums>(pool, daysOfAll, range)
        : rangeRows<DaySums>(pool, daysOfPsychic, range, psychicId),
    ),
  );
}

/** Not named: for a year the planner reads the roll-up another way than for a week. */
async function rangeRows<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  text: string,
  range: DateRange,
  ...more: number[]
): Promise<Row[]> {
  return (await pool.query<Row>(text, [range.start, range.end, ...more])).rows;
}

const sumsOfRanges = prepared<Sums>(
  "statistics-of-psychic",
  `select ${sumsOfDays()}
     from psychics p
    cross join unnest($2::date[], $3::date[]) with ordinality as r (first, last, place)
     left join daily_statistics d
       on d.psychic_id = p.user_id and d.day between r.first and r.last
    where p.user_id = $1::bigint
    group by r.place
    order by r.place`,
);

/** One psychic's sums of several ranges, in their order; empty for an id that is no psychic's. */
export function sumsOfPsychic(
  db: Database,
  state: StatisticsState,
  psychicId: number,
  ranges: readonly DateRange[],
): Promise<Sums[]> {
  const values = [psychicId, ranges.map((range) => range.start), ranges.map((range) => range.end)];
  return figuresOf(db, state, (pool) => sumsOfRanges(pool, values));
}
