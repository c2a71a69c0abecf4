import knex, { type Knex } from "knex";
import pg from "pg";
import { KnexClient, PrimaryKnexClient } from "./knex-client.ts";
import { listenForNews, type News } from "./news.ts";
import { PrimaryClient } from "./primary-client.ts";
import { releaseMark } from "./release-mark.ts";
import { commandLimits, keepAlive, type Limits } from "./timeouts.ts";
import { type Replica, watchReplica } from "./watch-replica.ts";

/** The two clients of one database server. */
export interface Connections {
  /** For most queries of the features. */
  sql: Knex;
  /**
   * For the few reads and writes of every request, and for what needs named prepared statements or
   * COPY.
   */
  pool: pg.Pool;
}

/** The primary, and how to read from its replica. */
export interface Database extends Connections {
  /** Null without one; see `fromReplica`. */
  replica: Replica | null;
  news: News;
  /** How many connections are used now, each pool named after its owner. */
  pools(owner: string): PoolUse[];
  close(): Promise<void>;
}

export interface PoolUse {
  pool: string;
  used: number;
  free: number;
  /** Calls that wait for a connection. */
  waiting: number;
}

const { builtins } = pg.types;
const parsers: Record<number, (text: string) => unknown> = {
  /** `2026-03-08 07:00:00.123+00`, as PostgreSQL prints it in UTC, to ISO 8601 without a Date. */
  [builtins.TIMESTAMPTZ]: (text) => `${text.slice(0, 10)}T${text.slice(11, -3)}Z`,
  [builtins.DATE]: (text) => text,
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
};
/** Only for our own pools: pg-boss reads its times as Date. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    (format !== "binary" && parsers[oid]) ||
    pg.types.getTypeParser(oid, format as "text")) as pg.CustomTypesConfig["getTypeParser"],
};

interface ConnectOptions {
  readUrl?: string | undefined;
  poolSize?: number;
  /** Default: `commandLimits`. */
  limits?: Limits;
  /**
   * Give up on a statement, and close its connection, if its answer is not complete after this long
   * (ms). Without this, a server that vanishes while it runs a statement goes unnoticed.
   */
  queryTimeout?: number;
  /** How long a connection without work stays open (ms); default 10 seconds. */
  idleTimeout?: number;
  onError: (error: Error) => void;
}

/**
 * Opens the pools. They connect at the first query. If there is a replica, its watcher connects to
 * both servers immediately. Timestamps come as ISO 8601 UTC text, days as `YYYY-MM-DD`, 64-bit and
 * decimal numbers as numbers.
 */
export function connect(url: string, options: ConnectOptions): Database {
  const primary = openPools(url, options, { Client: PrimaryClient, KnexClient: PrimaryKnexClient });
  const { readUrl } = options;
  const single = { ...options, poolSize: 1 };
  const replica = readUrl
    ? watchReplica(openPools(readUrl, options, { Client: pg.Client, KnexClient }), {
        primary: openPool(poolConfig(url, single), PrimaryClient, options),
        replica: openPool(poolConfig(readUrl, single), pg.Client, options),
      })
    : null;
  const news = listenForNews(url, options.onError);
  return {
    ...primary,
    replica,
    news,
    pools: (owner) => [
      ...poolUses(owner, primary),
      ...(replica ? poolUses(`${owner}-replica`, replica) : []),
    ],
    async close() {
      const both = replica ? [primary, replica] : [primary];
      await Promise.all([
        replica?.unwatch(),
        news.close(),
        ...both.flatMap(({ pool, sql }) => [pool.end(), sql.destroy()]),
      ]);
    },
  };
}

function poolConfig(
  connectionString: string,
  { queryTimeout, idleTimeout, poolSize = 10, limits = commandLimits }: ConnectOptions,
): pg.PoolConfig & { max: number } {
  return {
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: limits.connect,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idleInTransaction,
    ...(queryTimeout && { query_timeout: queryTimeout }),
    ...(idleTimeout && { idleTimeoutMillis: idleTimeout }),
    ...keepAlive,
    options: "-c timezone=UTC -c jit=off",
    application_name: `portal ${releaseMark}`,
    types,
  };
}

function openPool(
  config: pg.PoolConfig,
  Client: typeof pg.Client,
  { onError }: ConnectOptions,
): pg.Pool {
  const pool = new pg.Pool({ ...config, Client });
  // The pool emits an error when the server of an idle client goes away. Without a listener, the
  // error would end the process.
  pool.on("error", onError);
  return pool;
}

function openPools(
  connectionString: string,
  options: ConnectOptions,
  clients: { Client: typeof pg.Client; KnexClient: typeof KnexClient },
): Connections {
  const { limits = commandLimits } = options;
  const config = poolConfig(connectionString, options);
  const pool = openPool(config, clients.Client, options);
  const sql = knex({
    client: clients.KnexClient,
    connection: config as Knex.PgConnectionConfig,
    acquireConnectionTimeout: limits.acquire,
    pool: {
      min: 0,
      max: config.max,
      acquireTimeoutMillis: limits.acquire,
      createTimeoutMillis: limits.connect,
      propagateCreateError: true,
    },
  });
  return { pool, sql };
}

function poolUses(owner: string, { pool, sql }: Connections): PoolUse[] {
  const statements = {
    pool: `${owner}-statements`,
    used: pool.totalCount - pool.idleCount,
    free: pool.idleCount,
    waiting: pool.waitingCount,
  };
  const { pool: ofKnex } = sql.client;
  // Closed: Knex has dropped its pool.
  if (!ofKnex) return [statements];
  return [
    statements,
    {
      pool: `${owner}-knex`,
      used: ofKnex.numUsed(),
      free: ofKnex.numFree(),
      waiting: ofKnex.numPendingAcquires(),
    },
  ];
}

/**
 * A query that every request of its kind repeats: planned once per connection, under its name.
 * Returns the rows.
 * @param timeout in milliseconds: gives up on the query and its connection if the answer is not
 * complete after this long. Without it only the server's own limits apply.
 */
export function prepared<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  timeout?: number,
) {
  const query = timeout === undefined ? { name, text } : { name, text, query_timeout: timeout };
  return async (pool: pg.Pool | pg.PoolClient, values: unknown[]): Promise<Row[]> =>
    (await pool.query<Row>({ ...query, values })).rows;
}
