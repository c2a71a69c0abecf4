import type pg from "pg";
import { type Database, prepared } from "#server/db/connection.ts";
import { fromReplica } from "#server/db/replica.ts";
import type { CachedReply } from "#server/http/handler.ts";
import { sumColumns, sumsOfDays } from "#server/queries/reading-sums.ts";
import { type DateRange, wholeMonths } from "#shared/rules/date-range.ts";
import type { Sums } from "#shared/rules/metrics.ts";
import { ResultCache } from "./result-cache.ts";

/** The state of the statistics; its version is part of the name of a cached result. */
export interface StatisticsState {
  /** Changes with every refresh, and when a psychic's name or extension changes. */
  version: string;
  /** When the roll-up was last refreshed; null before the first refresh. */
  asOf: string | null;
  /** The state came from the primary; read the figures there too, as a replica may be behind. */
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
 * Call it before reading the figures: a refresh in between makes the version too old, never too
 * new, so outdated figures are never cached under a newer version.
 */
export async function readState(db: Database): Promise<StatisticsState> {
  const { row, onPrimary } = await fromReplica(db, async ({ pool }) => ({
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

const sumsOf = (rows: string) => `
  select d.*, u.username as user_name, p.extension as phone_extension
    from (select d.psychic_id, ${sumsOfDays()} from (${rows}) d group by d.psychic_id) d
    join users u on u.id = d.psychic_id
    join psychics p on p.user_id = d.psychic_id`;

const columns = `psychic_id, ${sumColumns.join(", ")}`;
const sumsOfShortRange = sumsOf("select * from daily_statistics where day between $1 and $2");
/** The whole months from $3 to $4, the days before them from $1, and those after them until $2. */
const sumsOfLongRange = sumsOf(`
  select ${columns} from daily_statistics where day >= $1 and day < $3
  union all
  select ${columns} from monthly_statistics where month between $3 and $4
  union all
  select ${columns} from daily_statistics
   where day >= $4::date + interval '1 month' and day <= $2`);

const daysOfAll = `
  select day, calls, minutes, revenue_cents from statistics_totals where day between $1 and $2`;

const daysOfPsychic = `
  select d.day, d.calls + d.chats as calls, d.call_minutes + d.chat_minutes as minutes,
         d.call_revenue_cents + d.chat_revenue_cents as revenue_cents
    from daily_statistics d
   where d.psychic_id = $3::bigint and d.day between $1 and $2`;

/** Roughly the memory of one row of sums. */
const rowBytes = 700;
const megabyte = 1_000_000;

/** The cached results of one database; about 100 MB at most. */
function createCaches() {
  return {
    sums: new ResultCache<PsychicSums[]>(
      { entries: 30, bytes: 40 * megabyte },
      (rows) => rows.length * rowBytes,
    ),
    days: new ResultCache<DaySums[]>(
      { entries: 100, bytes: 5 * megabyte },
      (rows) => rows.length * rowBytes,
    ),
    // The gzipped copy takes about another sixth of the plain size.
    replies: new ResultCache<CachedReply>(
      { entries: 200, bytes: 50 * megabyte },
      ({ bytes }) => bytes.length * 1.2,
    ),
  };
}
/**
 * Keyed by the primary's pool, because one `Database` may be a copy of another without the replica.
 */
const cachesByPool = new WeakMap<pg.Pool, ReturnType<typeof createCaches>>();

export function cachesOf({ pool }: Database): ReturnType<typeof createCaches> {
  const known = cachesByPool.get(pool);
  if (known) return known;
  const created = createCaches();
  cachesByPool.set(pool, created);
  return created;
}

const queryFigures = <T>(
  db: Database,
  state: StatisticsState,
  query: (pool: pg.Pool) => Promise<T>,
) => (state.onPrimary ? query(db.pool) : fromReplica(db, ({ pool }) => query(pool)));

const keyOf = (range: DateRange) => `${range.start}_${range.end}`;

/** The sums of every psychic with a reading in the range, unordered. */
export function sumsByPsychic(
  db: Database,
  state: StatisticsState,
  range: DateRange,
): Promise<PsychicSums[]> {
  const months = wholeMonths(range);
  return cachesOf(db).sums.get(state.version, keyOf(range), () =>
    queryFigures(db, state, (pool) =>
      months
        ? rangeRows<PsychicSums>(pool, sumsOfLongRange, range, months.first, months.last)
        : rangeRows<PsychicSums>(pool, sumsOfShortRange, range),
    ),
  );
}

/** Calls, minutes and revenue per day, of all psychics or one; days with a reading, unordered. */
export function sumsByDay(
  db: Database,
  state: StatisticsState,
  range: DateRange,
  psychicId?: number,
): Promise<DaySums[]> {
  return cachesOf(db).days.get(state.version, `${keyOf(range)}_${psychicId ?? ""}`, () =>
    queryFigures(db, state, (pool) =>
      psychicId === undefined
        ? rangeRows<DaySums>(pool, daysOfAll, range)
        : rangeRows<DaySums>(pool, daysOfPsychic, range, psychicId),
    ),
  );
}

/** Not a prepared statement: the best plan for a year differs from that for a week. */
async function rangeRows<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  text: string,
  range: DateRange,
  ...more: (number | string)[]
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

/** One psychic's sums of several ranges, in their order; empty if the id belongs to no psychic. */
export async function sumsOfPsychic(
  db: Database,
  state: StatisticsState,
  psychicId: number,
  ranges: readonly DateRange[],
): Promise<Sums[]> {
  const values = [psychicId, ranges.map((range) => range.start), ranges.map((range) => range.end)];
  const sums = await queryFigures(db, state, (pool) => sumsOfRanges(pool, values));
  // A replica may lack a psychic who has just signed up.
  return sums.length > 0 || state.onPrimary ? sums : sumsOfRanges(db.pool, values);
}
