/** Milliseconds. */
export interface Limits {
  /** Until a connection of the pool is free. */
  acquire: number;
  connect: number;
  statement: number;
  idleInTransaction: number;
  lock: number;
}
/** A database that is away must cost a request less than 2 s (safety 22). */
export const requestLimits: Limits = {
  acquire: 1500,
  connect: 1500,
  statement: 5_000,
  idleInTransaction: 10_000,
  lock: 2_000,
};
/** Nobody waits at a screen for a command, and its statements are larger than those of requests. */
export const commandLimits: Limits = {
  acquire: 60_000,
  connect: 30_000,
  statement: 60_000,
  idleInTransaction: 60_000,
  lock: 10_000,
};
/** The server's own limits for requests, as connection options for pools that libraries open. */
export const serverLimits = [
  `-c statement_timeout=${requestLimits.statement}`,
  `-c lock_timeout=${requestLimits.lock}`,
  `-c idle_in_transaction_session_timeout=${requestLimits.idleInTransaction}`,
].join(" ");
/**
 * Give up on a query if its answer is not complete after this long (ms). Longer than the lock
 * timeout. Only this notices a frozen server.
 */
export const queryTimeout = 2_500;
/**
 * The same for slow statements of a request. The server itself ends a statement after five seconds,
 * so this is a second longer.
 */
export const requestTimeout = requestLimits.statement + 1_000;
/**
 * The system probes a connection that has been silent for this long (ms), whether it waits for its
 * server or is idle. It closes the connection after ten more seconds without an answer.
 */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 3_000 };

/** The client's part of the limits, for pools that libraries open. */
export const clientLimits = {
  connectionTimeoutMillis: requestLimits.connect,
  query_timeout: requestTimeout,
  ...keepAlive,
};

/**
 * How long a scrape waits for the database (ms). Prometheus must get an answer while the database is
 * frozen, too: the answer says that the database was not read.
 */
export const metricsTimeout = 1_500;
/** For the gauges. They have a pool of their own: in the requests' pools they would queue. */
export const metricsLimits: Limits = {
  acquire: 1_000,
  connect: 1_000,
  statement: metricsTimeout,
  idleInTransaction: metricsTimeout,
  lock: 1_000,
};
