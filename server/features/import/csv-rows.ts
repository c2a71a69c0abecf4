import { StartError } from "#server/start-error.ts";
import { csvRecords } from "./csv-records.ts";
import { sizeOfReadable } from "./readable-file.ts";
import { undefused } from "./refused-lines.ts";
import { defusedColumn } from "./row-reader.ts";

export interface CsvRow {
  line: number;
  /** The fields of the line by column, trimmed. A missing column is undefined. */
  fields: Readonly<Record<string, string | undefined>>;
}

export interface CsvRows {
  /** In lower case. */
  columns: readonly string[];
  rows: AsyncGenerator<CsvRow>;
}

/**
 * Opens a CSV file of which every line must be right, unlike an import, which leaves wrong ones out.
 * @throws StartError with one line, here or while reading the rows.
 */
export async function openCsvRows(file: string): Promise<CsvRows> {
  await sizeOfReadable(file);
  const records = recordsOf(file);
  const header = await records.next();
  if (header.done) throw new StartError(`${file} has no header`);
  const columns = header.value.fields.map((name) => name.trim().toLowerCase());
  const twice = columns.find((name, place) => columns.indexOf(name) < place);
  if (twice !== undefined) throw new StartError(`${file}: The column "${twice}" appears twice`);
  return { columns, rows: rowsOf(file, columns, records) };
}

/** @throws StartError that names the line and says what is wrong with it. */
export function refuseLine(file: string, line: number, reason: string): never {
  throw new StartError(`${file}: line ${line}: ${reason}`);
}

async function* recordsOf(file: string) {
  for await (const records of csvRecords(file, { line: 1, byte: 0 })) {
    for (const { line, fields, reason } of records) {
      if (!fields) refuseLine(file, line, reason);
      // PostgreSQL cannot store NUL.
      if (fields.some((text) => text.includes("\0"))) refuseLine(file, line, "Not a valid text");
      yield { line, fields };
    }
  }
}

async function* rowsOf(
  file: string,
  columns: readonly string[],
  records: ReturnType<typeof recordsOf>,
): AsyncGenerator<CsvRow> {
  const isDefused = columns[0] === defusedColumn;
  const textOf = (cell: string) => (isDefused ? undefused(cell) : cell);
  for await (const { line, fields } of records) {
    if (fields.length !== columns.length) {
      refuseLine(file, line, `${fields.length} fields instead of ${columns.length}`);
    }
    yield {
      line,
      fields: Object.fromEntries(
        columns.map((name, place) => [name, textOf(fields[place] ?? "").trim()]),
      ),
    };
  }
}
