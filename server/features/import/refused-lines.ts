import { type FileHandle, lstat, open, rename, rm, stat } from "node:fs/promises";
import { explainFailure } from "#server/explain-failure.ts";
import { contentHash } from "./content-hash.ts";
import { type CsvRecord, csvRecords } from "./csv-records.ts";
import type { ImportProgress } from "./import-progress.ts";

/** A refused line. */
export interface RefusedLine {
  line: number;
  reason: string;
  /**
   * Its cells. A malformed line has one cell with the line, one character per byte, at most 65,536.
   */
  cells: { fields: readonly string[] } | { raw: string };
}

/**
 * Writes the refused lines of an import to `FILE.errors.csv`; the first refused line creates the
 * file. It has whole lines, so that an operator can correct them there and import the file like any
 * other.
 */
export interface RefusedLines {
  /** How many bytes of an interrupted import's file stay. */
  readonly kept: number;
  /** Whether the file lacks lines that were refused before an interruption. */
  readonly isPart: boolean;
  /** The new name of a file that was there before: it may have corrections. */
  readonly aside: string | null;
  /**
   * Adds lines at the given length of the file, in place of those of an attempt that failed.
   * @returns the new length, once a power failure can no longer lose the lines.
   * @throws StartError with a message of one line; no refused line is added then.
   */
  add(lines: readonly RefusedLine[], length: number): Promise<number>;
  close(): Promise<void>;
}

/** The columns that precede the imported file's own. */
export const refusalColumns = ["line", "reason"] as const;

/**
 * @param header the columns of the imported file.
 * @param progress of an interrupted import, whose file continues if nobody has changed it.
 */
export async function openRefusedLines(
  file: string,
  header: readonly string[],
  progress: ImportProgress,
): Promise<RefusedLines> {
  return explainFailure(file, async () => {
    const lines = progress.errorsBytes > 0 ? await linesAsWritten(file, progress) : null;
    const aside = lines === null ? await moveAside(file) : null;
    let handle = lines === null ? null : await open(file, "r+");
    return {
      kept: lines === null ? 0 : progress.errorsBytes,
      // An earlier run may have set a file aside: then the present one lacks that file's lines.
      isPart: (lines ?? 0) < progress.refused,
      aside,
      add: (lines, length) =>
        explainFailure(file, async () => {
          await handle?.truncate(length);
          if (lines.length === 0) return length;
          const head = [...refusalColumns, ...header].map(csvCell).join(",");
          const rows = lines.map(rowOf);
          if (length === 0) rows.unshift(Buffer.from(`${head}\n`));
          handle ??= await open(file, "wx", 0o600);
          return length + (await writeWhole(handle, Buffer.concat(rows), length));
        }),
      async close() {
        await handle?.close();
        handle = null;
      },
    };
  });
}

/** Writes all bytes at a place of a file, or none. @returns how many. */
async function writeWhole(handle: FileHandle, added: Buffer, at: number): Promise<number> {
  try {
    // An almost full disk takes only a part of the bytes. The error comes at the next write.
    for (let done = 0; done < added.length; ) {
      const { bytesWritten } = await handle.write(added, done, added.length - done, at + done);
      done += bytesWritten;
    }
    await handle.datasync();
    return added.length;
  } catch (error) {
    await handle.truncate(at);
    throw error;
  }
}

/**
 * Counts the refused lines of a file, if it is as an interrupted import left it. It then begins
 * with `errorsBytes` of whole lines. Only lines of the portion that was not stored may follow, and
 * the last of those may be incomplete. A corrected file of the same length passes too: the import
 * then adds to it, and the corrections stay.
 * @returns null for any other file, or if there is none.
 */
async function linesAsWritten(
  file: string,
  { errorsBytes, refused, place }: ImportProgress,
): Promise<number | null> {
  const found = await stat(file).catch(() => null);
  if (!found || found.size < errorsBytes) return null;
  // The first record is the header.
  let lines = -1;
  let end = 0;
  for await (const record of recordsOf(file)) {
    if (record.end <= errorsBytes) {
      lines += 1;
      end = record.end;
      continue;
    }
    // The file ends within this line, maybe within quotes: all that follows belongs to the line.
    if (record.end > found.size || !record.fields) break;
    if (!(Number(record.fields[0]) >= place.line)) return null;
  }
  return end === errorsBytes && lines <= refused ? lines : null;
}

async function* recordsOf(file: string): AsyncGenerator<CsvRecord> {
  for await (const records of csvRecords(file, { line: 1, byte: 0 })) yield* records;
}

/**
 * Gives a file the next free name, `FILE.1` and so on. An empty file, which a full disk leaves, is
 * removed instead.
 * @returns null if there is nothing to keep.
 */
async function moveAside(file: string): Promise<string | null> {
  const found = await lstat(file).catch(() => null);
  if (!found) return null;
  if (found.isFile() && found.size === 0) {
    await rm(file);
    return null;
  }
  for (let number = 1; ; number++) {
    const aside = `${file}.${number}`;
    if (await lstat(aside).catch(() => null)) continue;
    await rename(file, aside);
    return aside;
  }
}

/** Removes a file that was moved aside if the new one is the same. @returns its name if it stays. */
export async function removeEqual(aside: string | null, file: string): Promise<string | null> {
  if (aside === null || !(await lstat(file).catch(() => null))) return aside;
  if (!(await contentHash(aside)).equals(await contentHash(file))) return aside;
  await rm(aside);
  return null;
}

function rowOf({ line, reason, cells }: RefusedLine): Buffer {
  const start = Buffer.from(`${line},${csvCell(reason)},`);
  const rest =
    "raw" in cells
      ? Buffer.from(csvCell(cells.raw), "latin1")
      : Buffer.from(cells.fields.map(csvCell).join(","));
  return Buffer.concat([start, rest, Buffer.from("\n")]);
}

/**
 * Text before which `csvCell` puts an apostrophe: a spreadsheet would run it as a formula (safety
 * 15).
 */
const formula = /^'*[=+＝＋－＠\-@\t\r]/;
const defused = /^'+[=+＝＋－＠\-@\t\r]/;

/** A cell of a CSV file, defused. */
export function csvCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Takes away the apostrophe that `csvCell` added. */
export const undefused = (text: string) => (defused.test(text) ? text.slice(1) : text);
