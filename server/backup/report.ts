import pg from "pg";
import { isAway } from "#server/db/is-away.ts";
import { StartError } from "#server/start-error.ts";
import type { Manifest } from "./manifest.ts";

/** One line: how much, how fast. @param started of `performance.now()`. */
export function describeAmount(manifest: Manifest, done: string, started: number): string {
  const { tables, files } = manifest;
  const sum = (what: "rows" | "bytes" | "content") =>
    tables.reduce((all, table) => all + table[what], 0);
  const seconds = Math.max((performance.now() - started) / 1000, 0.001);
  const number = (value: number) => Math.round(value).toLocaleString("en-US");
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  const content = sum("content") + files.content;
  return [
    `${number(sum("rows"))} rows and ${number(files.count)} files ${done} in ${seconds.toFixed(1)} s`,
    `${megabytes(content)} MB, stored as ${megabytes(sum("bytes") + files.bytes)} MB`,
    `${number(sum("rows") / seconds)} rows/s, ${megabytes(content / seconds)} MB/s`,
  ].join("; ");
}

/**
 * Runs a backup or a restore, and turns what the disk and the database refuse into one line.
 * PostgreSQL's texts are left out: they may quote a value.
 */
export async function explainFailure<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartError || !(error instanceof Error)) throw error;
    const { code = "", path } = error as NodeJS.ErrnoException;
    if (["ENOSPC", "EDQUOT"].includes(code)) {
      throw new StartError(`There is no room left on the disk of ${path ?? folder}`);
    }
    if (code === "53100") throw new StartError("There is no room left on the database's disk");
    if (isAway(error)) throw new StartError(`The database was lost (${code || error.message})`);
    if (error instanceof pg.DatabaseError) {
      const where = [error.table, error.constraint].filter(Boolean).join(", ");
      throw new StartError(`The database refused (${code}${where && ` ${where}`})`);
    }
    if (code.startsWith("E")) throw new StartError(`${path ?? folder} cannot be used (${code})`);
    throw error;
  }
}
