/** A write reached a server that accepts none: a replica, or a primary that was replaced. */
export const readOnly = "25006";

/**
 * PostgreSQL's and Node's codes for a server that is away, read-only, shutting down, full or too
 * slow, and for statements that lost a conflict.
 */
const awayCodes = new RegExp(
  `^(08|57P0|53|57014|55P03|25P03|40001|40P01|${readOnly})|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT connect|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN`,
);
const awayMessages =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Timeout acquiring a connection|not queryable|Cannot use a pool after calling end/;

/**
 * Whether a query failed because the database cannot be reached or is too slow, or because the
 * query lost a conflict.
 */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // ENOENT of a socket means that the server is gone; of any other file it is our own fault.
  const { code = "", syscall = "" } = error as NodeJS.ErrnoException;
  return awayCodes.test(`${code} ${syscall}`) || awayMessages.test(error.message);
}

/** Whether the connection of a failed query must not be used again. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Knex puts the statement in front of the message.
  return (
    (error as { code?: string }).code === readOnly || /Query read timeout$/.test(error.message)
  );
}
