/** PostgreSQL's codes and Node's for a server that is gone, going, full or too slow. */
const awayCodes =
  /^(08|57P0|53|57014|55P03|25P03|40001|40P01)|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT connect|ETIMEDOUT|ENOTFOUND/;
const awayMessages =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Timeout acquiring a connection|not queryable|Cannot use a pool after calling end/;

/** Whether a query failed for want of the database, and not by a fault of its own. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A socket's file that is gone is a server's end; any other missing file is our own fault.
  const { code = "", syscall = "" } = error as NodeJS.ErrnoException;
  return awayCodes.test(`${code} ${syscall}`) || awayMessages.test(error.message);
}
