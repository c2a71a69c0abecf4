import { closeSync, fstatSync, ftruncateSync, openSync, rmSync, writeSync } from "node:fs";

/** A refused line. */
export interface RefusedLine {
  line: number;
  reason: string;
  /** Its cells; a malformed line has one cell with the whole line, one character per byte. */
  cells: { fields: readonly string[] } | { raw: string };
}

/**
 * Writes the refused lines of an import to `FILE.errors.csv`, which the first one creates. Lines
 * are written whole, so that they can be corrected there, and the file imported like any other.
 */
export interface RefusedLines {
  /** Length of the file in bytes. */
  readonly bytes: number;
  /** Whether an interrupted import had written lines that are no longer in the file. */
  readonly isPart: boolean;
  add(lines: readonly RefusedLine[]): void;
  close(): void;
}

/** The columns that precede the imported file's own. */
export const refusalColumns = ["line", "reason"] as const;

/**
 * @param header the columns of the imported file.
 * @param keep bytes of an interrupted import's file to continue after; 0 begins a new one.
 */
export function openRefusedLines(
  file: string,
  header: readonly string[],
  keep: number,
): RefusedLines {
  let handle: number | null = null;
  let bytes = 0;
  if (keep === 0) rmSync(file, { force: true });
  else {
    handle = openIfThere(file);
    // If the file is shorter than it was, somebody has removed lines; the rest stays.
    bytes = handle === null ? 0 : Math.min(keep, fstatSync(handle).size);
    if (handle !== null) ftruncateSync(handle, bytes);
  }
  const isPart = bytes < keep;
  return {
    isPart,
    get bytes() {
      return bytes;
    },
    add(lines) {
      if (lines.length === 0) return;
      const head = [...refusalColumns, ...header].map(csvCell).join(",");
      const rows = lines.map(rowOf);
      if (bytes === 0) rows.unshift(Buffer.from(`${head}\n`));
      handle ??= openSync(file, "w", 0o600);
      const added = Buffer.concat(rows);
      bytes += writeSync(handle, added, 0, added.length, bytes);
    },
    close() {
      if (handle !== null) closeSync(handle);
      handle = null;
    },
  };
}

function openIfThere(file: string): number | null {
  try {
    return openSync(file, "r+");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function rowOf({ line, reason, cells }: RefusedLine): Buffer {
  const start = Buffer.from(`${line},${csvCell(reason)},`);
  const rest =
    "raw" in cells
      ? Buffer.from(csvCell(cells.raw), "latin1")
      : Buffer.from(cells.fields.map(csvCell).join(","));
  return Buffer.concat([start, rest, Buffer.from("\n")]);
}

/** Puts an apostrophe before text that a spreadsheet would run as a formula (safety 15). */
const formula = /^'*[=+\-@\t\r]/;
const defused = /^'+[=+\-@\t\r]/;

/** A cell of a CSV file, defused. */
export function csvCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Takes away the apostrophe that `csvCell` added. */
export const undefused = (text: string) => (defused.test(text) ? text.slice(1) : text);
