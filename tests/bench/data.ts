import pg from "pg";
import { hashPassword } from "#server/crypto/passwords.ts";
import { connect } from "#server/db/connection.ts";
import { migrate } from "#server/db/migrate.ts";
import { makeMonthsOf } from "#server/db/partitions/keep-months.ts";
import { rebuildStatistics } from "#server/features/statistics/refresh.ts";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import { connectTo } from "../support/database.ts";

/** The last day of the data. The same for both servers and every request of a run. */
export const lastDay = newYorkDay(Date.now());
/** A database of any size covers 13 months, so a larger one has more readings on each day. */
const daysOfHistory = 395;

export const psychics = 5_000;
const customers = 100_000;

/** The password of every account. The manager is `psychic0`, the psychics are `psychic1` and on. */
export const password = "bench-bench";

export interface BenchDatabase {
  url: string;
  readings: number;
  /** How long a count of the whole roll-up from scratch took, and how many psychic-days it made. */
  rebuild: { milliseconds: number; days: number };
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Returns a database with 5,000 psychics and this many readings. SQL alone makes it, because the
 * bench measures how readings are read. A complete one from earlier on the same day is used again.
 * @param server a database on a PostgreSQL server. Its user may create databases.
 */
export async function benchDatabase(
  server: string,
  readings: number,
  log: (line: string) => void,
): Promise<BenchDatabase> {
  const name = `${new URL(server).pathname.slice(1)}_bench_${readings}`;
  const url = databaseUrl(server, name);
  const known = await earlier(server, url, name);
  if (known) {
    await migrate(url);
    return { url, readings, rebuild: known };
  }

  log(`making ${readings.toLocaleString("en-US")} readings of ${psychics} psychics`);
  await order(server, `drop database if exists ${quoted(name)} with (force)`);
  await order(server, `create database ${quoted(name)}`);
  await migrate(url);
  const pool = new pg.Pool({ connectionString: url, max: 1, options: "-c timezone=UTC" });
  try {
    await fill(pool, readings);
    await pool.query("vacuum analyze");
    await pool.query("create table bench_made (last_day date, milliseconds float8, days integer)");
    await pool.query("insert into bench_made (last_day) values ($1)", [lastDay]);
  } finally {
    await pool.end();
  }
  log("counting the statistics from scratch");
  return { url, readings, rebuild: await rebuild(url) };
}

/** Counts the whole roll-up from scratch, as the portal does, and stores how long it took. */
export async function rebuild(url: string): Promise<BenchDatabase["rebuild"]> {
  const db = connect(url, { onError: () => {}, poolSize: 1 });
  try {
    const started = performance.now();
    const { days } = await rebuildStatistics(db.pool, new Date());
    const milliseconds = performance.now() - started;
    await db.pool.query("update bench_made set milliseconds = $1, days = $2", [milliseconds, days]);
    await db.pool.query("set statement_timeout = 0");
    await db.pool.query("vacuum analyze daily_statistics");
    await db.pool.query("checkpoint");
    return { milliseconds, days };
  } finally {
    await db.close();
  }
}

/** Copies the database, for benches that write to it. The caller must call `drop` at the end. */
export async function copyOf(server: string, database: BenchDatabase) {
  const name = new URL(database.url).pathname.slice(1);
  const copy = `${name}_copy`;
  const drop = () => order(server, `drop database if exists ${quoted(copy)} with (force)`);
  await drop();
  // PostgreSQL cannot copy a database in use, so end the connections that earlier servers left
  // open.
  await order(
    server,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
  );
  await order(
    server,
    `create database ${quoted(copy)} template ${quoted(name)} strategy file_copy`,
  );
  return { url: databaseUrl(server, copy), drop };
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

const order = (server: string, sql: string) => withClient(server, (admin) => admin.query(sql));

/** Opens a connection for `work`, and closes it even if `work` fails. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectTo(url);
  return await work(client).finally(() => client.end());
}

async function earlier(server: string, url: string, name: string) {
  const exists = await withClient(server, (admin) =>
    admin.query("select 1 from pg_database where datname = $1", [name]),
  );
  if (exists.rowCount === 0) return undefined;
  try {
    const { rows } = await withClient(url, (client) =>
      client.query<{ milliseconds: number; days: number }>(
        "select milliseconds, days from bench_made where last_day = $1 and days is not null",
        [lastDay],
      ),
    );
    return rows[0];
  } catch {
    // An earlier run stopped before the database was complete.
    return undefined;
  }
}

async function fill(pool: pg.Pool, readings: number): Promise<void> {
  await pool.query(
    `insert into users (role, brand, username, password_hash, first, last, address1, postal_code,
                        city, region, country, email, created_at)
     select case when n = 0 then 'manager' else 'psychic' end, 'cos', 'psychic' || n, $2, 'First',
            'Last' || n, '1 Main St', '10001', 'New York', 'NY', 'US',
            'psychic' || n || '@example.com', now() - interval '400 days'
       from generate_series(0, $1::int) n`,
    [psychics, await hashPassword(password)],
  );
  await pool.query(
    `insert into psychics (user_id, manager_id, account_status, extension, permissions)
     select id, (select id from users where role = 'manager'), 'Active',
            lpad((100000 + id)::text, 6, '0'), array['AgentPhone', 'AgentChat']
       from users where role = 'psychic'`,
  );
  await pool.query(
    "insert into availability select user_id, 'A', now() from psychics where user_id % 3 > 0",
  );
  await pool.query(
    "insert into customers (id, username) select n, 'customer' || n from generate_series(1, $1::int) n",
    [customers],
  );
  const days = Array.from({ length: daysOfHistory + 1 }, (_, back) => addDays(lastDay, -back));
  await makeMonthsOf(pool, "readings", days);
  // Check the constraints once over all rows instead of row by row.
  const rules = await setAside(pool, "readings");
  await pool.query("select setseed(0.25)");
  await pool.query(
    // In the order of time, as readings arrive. So a psychic's week is spread over the table.
    `insert into readings (connection_id, psychic_id, customer_id, conn_type, started_at, minutes,
                           free_minutes, paid_minutes, rate_cents, revenue_cents, result, rating,
                           rating_text, has_recording)
     select 'C' || lpad(n::text, 9, '0'), psychic,
            (psychic * 20 + floor(100 * pull * pull)::int) % $3 + 1, type, at, minutes,
            minutes - paid, paid, 399, paid * 399,
            case when minutes > 0 then 'Completed' when type = 'Chat' then 'Declined'
                 else 'No Answer' end,
            case when minutes > 0 and n % 7 = 0 then 1 + n % 5 end,
            case when minutes > 0 and n % 21 = 0 then 'She was kind and right about the job.' end,
            minutes > 0
       from (select n, 2 + floor(random() * $4)::int as psychic, random() as pull, type, minutes,
                    case when n % 4 = 0 then 0 else greatest(minutes - (n % 3) * 2, 0) end as paid,
                    date_trunc('milliseconds', $1::timestamptz
                      + ($2::timestamptz - $1::timestamptz) * (n / $5::float8)) as at
               from (select n, case when n % 5 = 0 then 'Chat' else 'Call' end as type,
                            case when n % 9 = 0 then 0 else 1 + floor(random() * 40)::int end
                              as minutes
                       from generate_series(1, $5::int) n) made) made`,
    [
      `${addDays(lastDay, -daysOfHistory)}T05:00:00Z`,
      `${lastDay}T03:00:00Z`,
      customers,
      psychics,
      readings,
    ],
  );
  await pool.query(
    `insert into psychic_customers
     select psychic_id, customer_id, min(started_at) filter (where minutes > 0)
       from readings group by psychic_id, customer_id`,
  );
  for (const rule of rules) await pool.query(rule);
}

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
