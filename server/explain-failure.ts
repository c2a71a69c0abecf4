import pg from "pg";
import { isAway } from "#server/db/is-away.ts";
import { StartError } from "#server/start-error.ts";

/** PostgreSQL's code for a full disk, and what we say then. */
export const diskFull = "53100";
export const noRoom = "There is no room left on the database's disk";

/**
 * Runs a part of a backup, a restore or an import, and turns what the disk and the database refuse
 * into one line. PostgreSQL's texts are left out, because they may quote a value.
 * @param path what the work reads or writes: the system names no file when a read or a write fails.
 */
export async function explainFailure<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartError || !(error instanceof Error)) throw error;
    const line = lineOfDisk(error, path) ?? lineOfDatabase(error);
    if (line === null) throw error;
    throw new StartError(line);
  }
}

/**
 * Says in one line which call of the operating system failed; null for any other error.
 * @param path as in `explainFailure`.
 */
export function lineOfDisk(error: NodeJS.ErrnoException, path?: string): string | null {
  const { code = "", syscall } = error;
  const at = error.path ?? path;
  if (["ENOSPC", "EDQUOT"].includes(code)) {
    return `There is no room left on the disk${at === undefined ? "" : ` of ${at}`}`;
  }
  // A socket is the database's, and has no path.
  if (!/^E[A-Z]+$/.test(code) || (error.path === undefined && isAway(error))) return null;
  if (at !== undefined) return `${at} cannot be used (${code})`;
  return syscall === undefined ? null : `The system refused to ${syscall} (${code})`;
}

function lineOfDatabase(error: NodeJS.ErrnoException): string | null {
  const { code = "" } = error;
  if (code === diskFull) return noRoom;
  if (isAway(error)) return `The database went away or took too long (${code || error.message})`;
  if (error instanceof pg.DatabaseError) {
    // Names a table or a function, and no value.
    if (code === "42501") return `The database refused: ${error.message} (${code})`;
    const where = [error.table, error.constraint].filter(Boolean).join(", ");
    return `The database refused (${code}${where && ` ${where}`})`;
  }
  return null;
}
