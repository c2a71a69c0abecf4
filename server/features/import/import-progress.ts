import type pg from "pg";
import { pruneRows } from "#server/db/prune-rows.ts";
import { lives } from "#server/retention.ts";
import type { CsvPlace } from "./csv-records.ts";

/** The progress of an import. */
export interface ImportProgress {
  place: CsvPlace;
  /** Applied rows and refused lines since the beginning of the file. */
  applied: number;
  refused: number;
  /** Length of the file of refused lines. */
  errorsBytes: number;
}

/** An interrupted import of the same content, or null. */
export async function findProgress(pool: pg.Pool, hash: Buffer): Promise<ImportProgress | null> {
  const { rows } = await pool.query(
    `select bytes_done, lines_done, rows_applied, rows_refused, errors_bytes from imports
       where content_hash = $1`,
    [hash],
  );
  const [row] = rows;
  if (!row) return null;
  return {
    place: { line: row.lines_done + 1, byte: row.bytes_done },
    applied: row.rows_applied,
    refused: row.rows_refused,
    errorsBytes: row.errors_bytes,
  };
}

export async function storeProgress(
  pool: pg.Pool,
  hash: Buffer,
  { place, applied, refused, errorsBytes }: ImportProgress,
): Promise<void> {
  await pool.query({
    name: "store-import-progress",
    text: `
      insert into imports (content_hash, bytes_done, lines_done, rows_applied, rows_refused,
          errors_bytes)
        values ($1, $2, $3, $4, $5, $6)
        on conflict (content_hash) do update
          set (bytes_done, lines_done, rows_applied, rows_refused, errors_bytes, updated_at)
            = row (excluded.bytes_done, excluded.lines_done, excluded.rows_applied,
              excluded.rows_refused, excluded.errors_bytes, now())`,
    values: [hash, place.byte, place.line - 1, applied, refused, errorsBytes],
  });
}

/** Removes the progress of a finished import: next time the file is read from the start. */
export async function removeProgress(pool: pg.Pool, hash: Buffer): Promise<void> {
  await pool.query("delete from imports where content_hash = $1", [hash]);
}

export const pruneImports = pruneRows("imports", "updated_at < ?", lives.imports);
