import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type pg from "pg";
import { StartError } from "#server/start-error.ts";
import type { IngestedReading } from "#shared/ingested-reading.ts";
import { ingestReadings } from "../ingest/ingest-readings.ts";
import { type CsvPlace, type CsvRecord, csvRecords } from "./csv-records.ts";
import {
  findProgress,
  type ImportProgress,
  removeProgress,
  storeProgress,
} from "./import-progress.ts";
import { type RowReader, rowReader } from "./reading-of-row.ts";
import { openRefusedLines, type RefusedLine, undefused } from "./refused-lines.ts";

export interface ImportReport extends ImportProgress {
  bytesTotal: number;
  /** Whether lines that were refused before an interruption are missing from the errors file. */
  isErrorsPart: boolean;
}

/** Rows that are applied in one batch. */
interface Portion {
  rows: { line: number; fields: readonly string[]; reading: IngestedReading }[];
  refused: RefusedLine[];
  /** The progress once the batch is applied. */
  place: CsvPlace;
}

const portionRows = 2_000;
/** Batches at the same time; more than the machine has cores would only queue. */
const atOnce = 2;

/**
 * Imports a CSV file of readings in batches, so that memory does not grow with the file. An import
 * that was killed continues where it was. A batch that was already applied is applied again and
 * changes nothing: connection_id is the key, and a later line corrects an earlier one.
 * @param onProgress is called after every batch.
 * @throws StartError with one line if the file cannot be read as readings at all.
 */
export async function importReadings(
  pool: pg.Pool,
  file: string,
  onProgress: (report: ImportReport, isResumed: boolean) => void,
): Promise<ImportReport> {
  const bytesTotal = await sizeOf(file);
  const hash = await contentHash(file);
  const known = await findProgress(pool, hash);
  let progress = known ?? { place: { line: 1, byte: 0 }, applied: 0, refused: 0, errorsBytes: 0 };
  const header = await readHeader(file);
  const refusedLines = openRefusedLines(
    `${file}.errors.csv`,
    header.reader.columns,
    progress.errorsBytes,
  );
  const report = () => ({ ...progress, bytesTotal, isErrorsPart: refusedLines.isPart });
  try {
    if (known) onProgress(report(), true);
    const underWay: { portion: Portion; done: Promise<RefusedLine[]> }[] = [];
    const finishOldest = async () => {
      const oldest = underWay.shift();
      if (!oldest) return;
      const { portion } = oldest;
      const refused = [...portion.refused, ...(await oldest.done)].sort((a, b) => a.line - b.line);
      refusedLines.add(refused);
      progress = {
        place: portion.place,
        applied: progress.applied + portion.rows.length + portion.refused.length - refused.length,
        refused: progress.refused + refused.length,
        errorsBytes: refusedLines.bytes,
      };
      await storeProgress(pool, hash, progress);
      onProgress(report(), false);
    };
    for await (const portion of portionsOf(file, header, progress.place)) {
      while (underWay.length >= atOnce) await finishOldest();
      // A correction must be applied after the reading that it corrects.
      while (underWay.some((other) => shareReadings(other.portion, portion))) await finishOldest();
      const done = applyPortion(pool, portion);
      // It is awaited later; until then its failure must not count as unhandled.
      done.catch(() => {});
      underWay.push({ portion, done });
    }
    while (underWay.length > 0) await finishOldest();
    await removeProgress(pool, hash);
    return report();
  } finally {
    refusedLines.close();
  }
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new StartError(`There is no file ${file}`);
  return found.size;
}

/** A hash of the whole file, because a changed file with the same name is another import. */
async function contentHash(file: string): Promise<Buffer> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return hash.digest();
}

interface Header {
  reader: RowReader;
  /** Where the rows begin. */
  place: CsvPlace;
}

/** Cuts the file into batches, starting at a place. */
async function* portionsOf(file: string, header: Header, from: CsvPlace): AsyncGenerator<Portion> {
  let place = from.byte === 0 ? header.place : from;
  const empty = (): Portion => ({ rows: [], refused: [], place });
  let portion = empty();
  for await (const records of csvRecords(file, place)) {
    for (const record of records) {
      addTo(portion, record, header.reader);
      place = { line: record.nextLine, byte: record.end };
      portion.place = place;
      if (portion.rows.length + portion.refused.length >= portionRows) {
        yield portion;
        portion = empty();
      }
    }
  }
  if (portion.rows.length + portion.refused.length > 0) yield portion;
}

function addTo(
  { rows, refused }: Portion,
  record: CsvRecord,
  { ownFields, read }: RowReader,
): void {
  const { line } = record;
  if (!record.fields) {
    refused.push({ line, reason: record.reason, cells: { raw: record.raw } });
    return;
  }
  try {
    const fields = ownFields(record.fields);
    const row = read(fields);
    if (row.reading) rows.push({ line, fields, reading: row.reading });
    else refused.push({ line, reason: row.reason, cells: { fields } });
  } catch (error) {
    // A malformed line of an earlier import that is still malformed.
    const [raw = ""] = record.fields.slice(-1).map(undefused);
    const bytes = Buffer.from(raw).toString("latin1");
    refused.push({ line, reason: (error as Error).message, cells: { raw: bytes } });
  }
}

async function readHeader(file: string): Promise<Header> {
  for await (const [header] of csvRecords(file, { line: 1, byte: 0 })) {
    if (!header?.fields) break;
    try {
      const reader = rowReader(header.fields);
      return { reader, place: { line: header.nextLine, byte: header.end } };
    } catch (error) {
      throw new StartError(`${file}: ${(error as Error).message}`);
    }
  }
  throw new StartError(`${file} has no header`);
}

function shareReadings(one: Portion, other: Portion): boolean {
  const ids = new Set(one.rows.map(({ reading }) => reading.connection_id));
  return other.rows.some(({ reading }) => ids.has(reading.connection_id));
}

/** Applies a batch except for the rows of unknown psychics. @returns those rows. */
async function applyPortion(pool: pg.Pool, { rows }: Portion): Promise<RefusedLine[]> {
  if (rows.length === 0) return [];
  const { unknown } = await ingestReadings(
    pool,
    rows.map(({ reading }) => reading),
    null,
  );
  if (unknown.length === 0) return [];
  const isUnknown = new Set(unknown);
  const known = rows.filter((_, place) => !isUnknown.has(place));
  if (known.length > 0) {
    await ingestReadings(
      pool,
      known.map(({ reading }) => reading),
      null,
    );
  }
  return unknown.flatMap((place) => {
    const row = rows[place];
    if (!row) return [];
    const { line, fields, reading } = row;
    const key = reading.user_id ? "user_id" : "extension";
    return [{ line, reason: `${key}: No such psychic`, cells: { fields } }];
  });
}
