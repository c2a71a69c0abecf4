import { z } from "zod";
import { type IngestedReading, ingestedReading } from "#shared/ingested-reading.ts";
import { aheadMessage, latestTime } from "../ingest/ahead.ts";
import { fieldsOfRecord } from "./csv-records.ts";
import { refusalColumns, undefused } from "./refused-lines.ts";

/** A row of the file as a reading, or why it is not one. */
export type RowReading = { reading: IngestedReading } | { reading: null; reason: string };

/** Reads the rows below a header. */
export interface RowReader {
  /** The file's own columns, without those that an import adds to refused lines. */
  columns: readonly string[];
  /**
   * The fields of a record in those columns. @throws Error with the reason if a corrected line is
   * malformed.
   */
  ownFields: (fields: readonly string[]) => readonly string[];
  /** @param fields as `ownFields` returns them. */
  read: (fields: readonly string[]) => RowReading;
}

/** Converts the text of a column. A text that it cannot convert stays, and is refused later. */
const whole = (text: string) => (/^-?\d{1,16}$/.test(text) ? Number(text) : text);
const decimal = (text: string) => (/^-?\d{1,12}(\.\d{1,9})?$/.test(text) ? Number(text) : text);
const parseBoolean = (text: string) =>
  ({ true: true, false: false, "1": true, "0": false })[text] ?? text;
const same = (text: string) => text;

/** How to convert the text of a field, and whether the field may be missing. */
function columnOf(field: z.ZodType) {
  const isOptional = field instanceof z.ZodOptional;
  let type = field;
  while (type instanceof z.ZodOptional || type instanceof z.ZodNullable) {
    type = type.unwrap() as z.ZodType;
  }
  if (type instanceof z.ZodBoolean) return { read: parseBoolean, isOptional };
  if (type instanceof z.ZodNumberFormat) return { read: whole, isOptional };
  return { read: type instanceof z.ZodNumber ? decimal : same, isOptional };
}
const columns = new Map(
  Object.entries(ingestedReading.shape).map(([name, field]) => [name, columnOf(field)]),
);

/**
 * Prepares reading the rows below a header. An empty field of an optional column counts as missing.
 * @param now no reading may start later; the start of the import, except in tests.
 * @throws Error with one line that says what is wrong with the header.
 */
export function rowReader(header: readonly string[], now = new Date()): RowReader {
  const given = header.map((name) => name.trim().toLowerCase());
  // The file contains lines that an import refused, now corrected.
  const isRefused = refusalColumns.every((name, place) => given[place] === name);
  const names = isRefused ? given.slice(refusalColumns.length) : given;
  const unknown = names.find((name) => !columns.has(name));
  if (unknown !== undefined) throw new Error(`There is no column "${unknown}"`);
  const twice = names.find((name, place) => names.indexOf(name) < place);
  if (twice !== undefined) throw new Error(`The column "${twice}" is there twice`);
  const required = [...columns].flatMap(([name, { isOptional }]) => (isOptional ? [] : [name]));
  const missing = required.find((name) => !names.includes(name));
  if (missing !== undefined) throw new Error(`The column "${missing}" is missing`);
  if (!names.includes("user_id") && !names.includes("extension")) {
    throw new Error('The column "user_id" or "extension" is missing');
  }
  const reads = names.flatMap((name) => {
    const column = columns.get(name);
    return column ? [{ name, ...column }] : [];
  });

  const ownFields = (fields: readonly string[]) => {
    if (!isRefused) return fields;
    const cells = fields.slice(refusalColumns.length).map(undefused);
    // A malformed line was written as one cell; corrected, the cell contains the fields.
    return cells.length === 1 ? fieldsOfRecord(cells[0] as string) : cells;
  };

  const read = (fields: readonly string[]): RowReading => {
    if (fields.length !== reads.length) {
      return refused(`${fields.length} fields instead of ${reads.length}`);
    }
    const row: Record<string, unknown> = {};
    for (let place = 0; place < reads.length; place++) {
      const { name, read, isOptional } = reads[place] as (typeof reads)[number];
      const text = fields[place] as string;
      if (!(isOptional && text === "")) row[name] = read(text);
      // PostgreSQL cannot store NUL; JSON bodies with one are refused too.
      if (text.includes("\0")) return refused(`${name}: Not a valid text`);
    }
    const parsed = ingestedReading.safeParse(row);
    if (parsed.success) {
      const isAhead = Date.parse(parsed.data.started_at) > latestTime(now).getTime();
      return isAhead ? refused(`started_at: ${aheadMessage}`) : { reading: parsed.data };
    }
    return refused(
      parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "),
    );
  };
  return { columns: names, ownFields, read };
}

const refused = (reason: string): RowReading => ({ reading: null, reason });
