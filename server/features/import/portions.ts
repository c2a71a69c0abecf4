import { StartError } from "#server/start-error.ts";
import { type CsvPlace, type CsvRecord, csvRecords } from "./csv-records.ts";
import { refuseLine } from "./csv-rows.ts";
import type { ImportKind, ImportWork } from "./import-kind.ts";
import { type RefusedLine, undefused } from "./refused-lines.ts";
import { type RowReader, rowReader } from "./row-reader.ts";

/** Rows that are stored together. */
export interface Portion<Row> {
  rows: { line: number; fields: readonly string[]; row: Row }[];
  refused: RefusedLine[];
  /** Where the next portion begins. */
  place: CsvPlace;
}

export interface Header<Row> {
  reader: RowReader<Row>;
  /** Where the rows begin. */
  place: CsvPlace;
}

/** @throws StartError with one line if the file has no header of this kind. */
export async function readHeader<Row>(
  file: string,
  { format }: ImportKind<Row>,
  now: Date,
): Promise<Header<Row>> {
  for await (const [header] of csvRecords(file, { line: 1, byte: 0 })) {
    if (!header) break;
    if (!header.fields) refuseLine(file, header.line, header.reason);
    try {
      const reader = rowReader(format, header.fields, now);
      return { reader, place: { line: header.nextLine, byte: header.end } };
    } catch (error) {
      throw new StartError(`${file}: ${(error as Error).message}`);
    }
  }
  throw new StartError(`${file} has no header`);
}

/** Cuts the file into portions, starting at a place. */
export async function* portionsOf<Row>(
  file: string,
  header: Header<Row>,
  from: CsvPlace,
  portionRows: number,
): AsyncGenerator<Portion<Row>> {
  let place = from.byte === 0 ? header.place : from;
  const empty = (): Portion<Row> => ({ rows: [], refused: [], place });
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

/** The portions, each prepared when its turn comes. */
export async function* preparedPortions<Row>(
  portions: AsyncIterable<Portion<Row>>,
  prepare: NonNullable<ImportKind<Row>["prepare"]>,
  work: ImportWork,
): AsyncGenerator<Portion<Row>> {
  for await (const portion of portions) {
    const prepared = await prepare(
      work,
      portion.rows.map(({ row }) => row),
    );
    yield {
      ...portion,
      rows: portion.rows.map((one, place) => ({ ...one, row: prepared[place] ?? one.row })),
    };
  }
}

function addTo<Row>(
  { rows, refused }: Portion<Row>,
  record: CsvRecord,
  { ownFields, read }: RowReader<Row>,
): void {
  const { line } = record;
  if (!record.fields) {
    refused.push({ line, reason: record.reason, cells: { raw: record.raw } });
    return;
  }
  try {
    const fields = ownFields(record.fields);
    const found = read(fields);
    if ("reason" in found) refused.push({ line, reason: found.reason, cells: { fields } });
    else rows.push({ line, fields, row: found.row });
  } catch (error) {
    // A malformed line of an earlier import that is still malformed.
    const [raw = ""] = record.fields.slice(-1).map(undefused);
    const bytes = Buffer.from(raw).toString("latin1");
    refused.push({ line, reason: (error as Error).message, cells: { raw: bytes } });
  }
}
