import type pg from "pg";
import { makeMonthsOf } from "#server/db/partitions/keep-months.ts";
import { addDays } from "#shared/rules/new-york.ts";
import { customers, lastDay, psychics } from "./dataset.ts";

/**
 * At most this many readings are in the last 13 months. A larger database has the others in the
 * nine years before. So two databases of at least this size differ only in their history: a week
 * has equally many readings in both.
 */
const recentReadings = 1_000_000;
const recentDays = 395;
const earlierDays = 9 * 365;
/** Readings of one statement. */
const portion = 1_000_000;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Fills readings, their ledger and the pairs of psychics and customers. */
export async function fillReadings(
  pool: pg.Pool,
  readings: number,
  log: (line: string) => void,
): Promise<void> {
  const earlier = Math.max(readings - recentReadings, 0);
  const length = recentDays + (earlier > 0 ? earlierDays : 0);
  const days = Array.from({ length: length + 1 }, (_, back) => addDays(lastDay, -back));
  await makeMonthsOf(pool, "readings", days);
  await pool.query("set synchronous_commit = off; set maintenance_work_mem = '1GB'");
  // Check the constraints once over all rows instead of row by row.
  const rules = [...(await setAside(pool, "readings")), ...(await setAside(pool, "reading_ids"))];
  await pool.query("alter table readings disable trigger user");
  await pool.query("select setseed(0.25)");
  const at = (back: number) => `${addDays(lastDay, -back)}T05:00:00Z`;
  for (let first = 1; first <= readings; first += portion) {
    const last = Math.min(first + portion - 1, readings);
    await pool.query(insert, [
      ...[first, last, psychics, customers, earlier, readings - earlier],
      ...[at(recentDays + earlierDays), at(recentDays), `${lastDay}T03:00:00Z`],
    ]);
    if (last % (5 * portion) === 0) log(`${last / portion}M readings`);
  }
  await pool.query(
    `insert into reading_ids (connection_id, psychic_id, started_at)
     select connection_id, psychic_id, started_at from readings`,
  );
  log("the ledger");
  await pool.query(
    `insert into psychic_customers
     select psychic_id, customer_id, min(started_at) filter (where minutes > 0)
       from readings group by psychic_id, customer_id`,
  );
  log("the customers of each psychic");
  for (const rule of rules) {
    await pool.query(rule);
    log(rule);
  }
  await pool.query("alter table readings enable trigger user");
}

/** In the order of time, as readings arrive. So a psychic's week is spread over the table. */
const insert = `
  insert into readings (connection_id, psychic_id, customer_id, conn_type, started_at, minutes,
                        free_minutes, paid_minutes, rate_cents, revenue_cents, result, rating,
                        rating_text, has_recording)
  select 'C' || lpad(n::text, 9, '0'), psychic,
         (psychic * 20 + floor(100 * pull * pull)::int) % $4::int + 1, type, at, minutes,
         minutes - paid, paid, 399, paid * 399,
         case when minutes > 0 then 'Completed' when type = 'Chat' then 'Declined'
              else 'No Answer' end,
         case when minutes > 0 and n % 7 = 0 then 1 + n % 5 end,
         case when minutes > 0 and n % 21 = 0 then 'She was kind and right about the job.' end,
         minutes > 0
    from (select n, 2 + floor(random() * $3::int)::int as psychic, random() as pull, type, minutes,
                 case when n % 4 = 0 then 0 else greatest(minutes - (n % 3) * 2, 0) end as paid,
                 date_trunc('milliseconds', case
                   when n <= $5::int then $7::timestamptz
                     + ($8::timestamptz - $7::timestamptz) * (n / $5::float8)
                   else $8::timestamptz
                     + ($9::timestamptz - $8::timestamptz) * ((n - $5::int) / $6::float8)
                 end) as at
            from (select n, case when n % 5 = 0 then 'Chat' else 'Call' end as type,
                         case when n % 9 = 0 then 0 else 1 + floor(random() * 40)::int end
                           as minutes
                    from generate_series($1::int, $2::int) n) made) made`;

/**
 * Drops a table's indexes and constraints, except checks. Returns the SQL that creates them again.
 */
async function setAside(pool: pg.Pool, table: string): Promise<string[]> {
  const constraints = await pool.query<{ name: string; definition: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where conrelid = $1::regclass and contype in ('p', 'f', 'u')`,
    [table],
  );
  for (const { name } of constraints.rows) {
    await pool.query(`alter table ${table} drop constraint ${quoted(name)}`);
  }
  const indexes = await pool.query<{ name: string; definition: string }>(
    "select indexname as name, indexdef as definition from pg_indexes where tablename = $1",
    [table],
  );
  for (const { name } of indexes.rows) await pool.query(`drop index ${quoted(name)}`);
  return [
    // For a partitioned table the definition says ON ONLY, which would leave out the partitions.
    ...indexes.rows.map(({ definition }) => definition.replace(" ON ONLY ", " ON ")),
    ...constraints.rows.map(
      ({ name, definition }) => `alter table ${table} add constraint ${quoted(name)} ${definition}`,
    ),
  ];
}
