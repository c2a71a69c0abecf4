import knex, { type Knex } from "knex";
import pg from "pg";

/**
 * The two ways to the database. `sql` (Knex) is for the features; `pool` is for the few reads and
 * writes of every request and for what needs named prepared statements or COPY.
 */
export interface Database {
  sql: Knex;
  pool: pg.Pool;
  /** For heavy statistics queries: a replica if there is one, otherwise `pool`. */
  readPool: pg.Pool;
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

const poolUse = (name: string, { totalCount, idleCount, waitingCount }: pg.Pool): PoolUse => ({
  pool: name,
  used: totalCount - idleCount,
  free: idleCount,
  waiting: waitingCount,
});

/** Milliseconds. A database that is away must cost a request less than 2 s (safety 22). */
const limits = {
  acquire: 1500,
  connect: 1500,
  statement: 5_000,
  idleInTransaction: 10_000,
  lock: 2_000,
};
/** The server's own limits as options of a connection: for pools that libraries open. */
export const serverLimits = [
  `-c statement_timeout=${limits.statement}`,
  `-c lock_timeout=${limits.lock}`,
  `-c idle_in_transaction_session_timeout=${limits.idleInTransaction}`,
].join(" ");
/**
 * Give up on a query if the server sends nothing for this long (ms). Longer than the lock timeout.
 * Only this notices a frozen server.
 */
export const queryTimeout = 2_500;

const { builtins } = pg.types;
const parsers: Record<number, (text: string) => unknown> = {
  /** `2026-03-08 07:00:00.123+00`, as PostgreSQL prints it in UTC, to ISO 8601: no Date between. */
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

/**
 * Opens the pools; nothing connects before the first query. Timestamps come as ISO 8601 UTC text,
 * days as `YYYY-MM-DD`, 64-bit and decimal numbers as numbers.
 */
export function connect(
  url: string,
  options: {
    readUrl?: string | undefined;
    poolSize?: number;
    /** Milliseconds that Knex waits for a connection to be free. */
    acquire?: number;
    onError: (error: Error) => void;
  },
): Database {
  const size = options.poolSize ?? 10;
  const acquire = options.acquire ?? limits.acquire;
  const config = (connectionString: string, max: number): pg.PoolConfig => ({
    connectionString,
    max,
    connectionTimeoutMillis: limits.connect,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idleInTransaction,
    options: "-c timezone=UTC -c jit=off",
    application_name: "portal",
    types,
  });
  const open = (connectionString: string) => {
    const pool = new pg.Pool(config(connectionString, size));
    // The pool emits an error when the server of an idle client goes away. Without a listener, the
    // error would end the process.
    pool.on("error", options.onError);
    return pool;
  };
  const pool = open(url);
  const readPool = options.readUrl ? open(options.readUrl) : pool;
  const sql = knex({
    client: "pg",
    connection: config(url, size) as Knex.PgConnectionConfig,
    acquireConnectionTimeout: acquire,
    pool: {
      min: 0,
      max: size,
      acquireTimeoutMillis: acquire,
      createTimeoutMillis: limits.connect,
      propagateCreateError: true,
    },
  });
  return {
    sql,
    pool,
    readPool,
    pools(owner) {
      const { pool: ofKnex } = sql.client;
      const uses = [
        poolUse(`${owner}-statements`, pool),
        {
          pool: `${owner}-knex`,
          used: ofKnex.numUsed(),
          free: ofKnex.numFree(),
          waiting: ofKnex.numPendingAcquires(),
        },
      ];
      return readPool === pool ? uses : [...uses, poolUse(`${owner}-replica`, readPool)];
    },
    async close() {
      await Promise.all([
        pool.end(),
        readPool === pool ? undefined : readPool.end(),
        sql.destroy(),
      ]);
    },
  };
}

/**
 * A query that every request of its kind repeats: planned once per connection, under its name.
 * Returns the rows.
 * @param timeout in milliseconds: gives up on the query and its connection if the server sends nothing
 * for this long. Without it only the server's own limits apply.
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
