import type { Knex } from "knex";
import { pruneRows } from "#server/db/prune-rows.ts";
import { lives } from "#server/retention.ts";
import type { CsvPlace } from "./csv-records.ts";

/** The progress of an import. */
export interface ImportProgress {
  place: CsvPlace;
  /** Rows that were stored, rows that were there already, and refused lines, from the beginning. */
  applied: number;
  known: number;
  refused: number;
  /** Length of the file of refused lines. */
  errorsBytes: number;
}

/** An interrupted import of the same content, or null. */
export async function findProgress(sql: Knex, hash: Buffer): Promise<ImportProgress | null> {
  const row = await sql("imports")
    .where({ content_hash: hash })
    .first(
      "bytes_done",
      "lines_done",
      "rows_applied",
      "rows_known",
      "rows_refused",
      "errors_bytes",
    );
  if (!row) return null;
  return {
    place: { line: row.lines_done + 1, byte: row.bytes_done },
    applied: row.rows_applied,
    known: row.rows_known,
    refused: row.rows_refused,
    errorsBytes: row.errors_bytes,
  };
}

export async function storeProgress(
  sql: Knex,
  hash: Buffer,
  { place, applied, known, refused, errorsBytes }: ImportProgress,
): Promise<void> {
  await sql("imports")
    .insert({
      content_hash: hash,
      bytes_done: place.byte,
      lines_done: place.line - 1,
      rows_applied: applied,
      rows_known: known,
      rows_refused: refused,
      errors_bytes: errorsBytes,
      updated_at: sql.fn.now(),
    })
    .onConflict("content_hash")
    .merge();
}

/** Removes the progress of a finished import: next time the file is read from the start. */
export async function removeProgress(sql: Knex, hash: Buffer): Promise<void> {
  await sql("imports").where({ content_hash: hash }).delete();
}

export const pruneImports = pruneRows("imports", "updated_at < ?", lives.imports);
