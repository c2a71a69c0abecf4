import { closeSync, fstatSync, ftruncateSync, openSync, rmSync, writeSync } from "node:fs";

/** A line that was not taken. */
export interface RefusedLine {
  line: number;
  reason: string;
  /** Its cells; a line that is no record has one, with the whole line, a character a byte. */
  cells: { fields: readonly string[] } | { raw: string };
}

/**
 * The lines of an import that were not taken, in `FILE.errors.csv`, made with the first one. Each
 * line is whole, so that it can be mended there, and the file imported like any other.
 */
export interface RefusedLines {
  /** Length of the file in bytes. */
  readonly bytes: number;
  /** Whether an interrupted import had written lines that are not in the file any more. */
  readonly isPart: boolean;
  add(lines: readonly RefusedLine[]): void;
  close(): void;
}

/** The columns in front of the imported file's own. */
export const refusalColumns = ["line", "reason"] as const;

/**
 * @param header The columns of the imported file.
 * @param keep Bytes of an interrupted import's file to go on after; 0 begins a new one.
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
    // Shorter than it was: somebody has taken lines out, and what is left stays.
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
      const head = [...refusalColumns, ...header].map(cell).join(",");
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
  const start = Buffer.from(`${line},${cell(reason)},`);
  const rest =
    "raw" in cells
      ? Buffer.from(cell(cells.raw), "latin1")
      : Buffer.from(cells.fields.map(cell).join(","));
  return Buffer.concat([start, rest, Buffer.from("\n")]);
}

/** What a spreadsheet would take for a formula, with the apostrophes that defuse it (safety 15). */
const formula = /^'*[=+\-@\t\r]/;
const defused = /^'+[=+\-@\t\r]/;

function cell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A cell of such a file as it was in the imported one. */
export const undefused = (text: string) => (defused.test(text) ? text.slice(1) : text);
