/** Milliseconds. A database that is away must cost a request less than 2 s (safety 22). */
export const limits = {
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
/** The same for any statement of a request, which the server itself ends after five seconds. */
export const requestTimeout = limits.statement + 1_000;
/**
 * How soon (ms) a connection that waits in silence for its server, or waits for work, is probed. The
 * system closes it after ten more seconds without an answer.
 */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 3_000 };

/** The client's part of the limits, for pools that libraries open. */
export const clientLimits = {
  connectionTimeoutMillis: limits.connect,
  query_timeout: requestTimeout,
  ...keepAlive,
};
