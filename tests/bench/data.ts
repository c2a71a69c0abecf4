import pg from "pg";
import { hashPassword } from "#server/crypto/passwords.ts";
import { connect } from "#server/db/connection.ts";
import { migrate } from "#server/db/migrate.ts";
import { rebuildStatistics } from "#server/features/statistics/refresh.ts";
import { connectTo } from "../support/database.ts";
import { customers, lastDay, psychics } from "./dataset.ts";
import { fillReadings } from "./fill-readings.ts";

/**
 * The password of every account. The manager is `psychic0`, the psychics are `psychic1`, `psychic2`
 * and so on.
 */
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
    await fill(pool, readings, log);
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

async function fill(pool: pg.Pool, readings: number, log: (line: string) => void): Promise<void> {
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
  await fillReadings(pool, readings, log);
}
