import { z } from "zod";
import { fieldsOfRecord } from "./csv-records.ts";
import { refusalColumns, undefused } from "./refused-lines.ts";

/** The columns of a kind of file, and the rules of a row. */
export interface RowFormat<Row> {
  schema: z.ZodType<Row> & { readonly shape: Readonly<Record<string, z.ZodType>> };
  /** The header has at least one of these. The schema decides which of them a row fills. */
  oneOf: readonly string[];
  /** A rule that depends on the time. @returns what is wrong, or null. */
  check?(row: Row, now: Date): string | null;
}

/** A row of the file, or why it is not valid. */
export type RowReading<Row> = { row: Row } | { row: null; reason: string };

/** Reads the rows below a header. */
export interface RowReader<Row> {
  /** The file's own columns, without those that an import adds to refused lines. */
  columns: readonly string[];
  /**
   * The fields of a record in those columns. @throws Error with the reason if a corrected line is
   * malformed.
   */
  ownFields: (fields: readonly string[]) => readonly string[];
  /** @param fields as `ownFields` returns them. */
  read: (fields: readonly string[]) => RowReading<Row>;
}

/** The first column of our exports. It says that cells are defused; its own cells are empty. */
export const defusedColumn = "defused";

/** Converts the text of a column. A text that it cannot convert stays, and is refused later. */
const whole = (text: string) => (/^-?\d{1,16}$/.test(text) ? Number(text) : text);
const decimal = (text: string) => (/^-?\d{1,12}(\.\d{1,9})?$/.test(text) ? Number(text) : text);
const parseBoolean = (text: string) =>
  ({ true: true, false: false, "1": true, "0": false })[text] ?? text;
const same = (text: string) => text;
/** Each text of a list is a line, because a text may contain any other separator. */
const lines = (text: string) => text.split(/\r?\n/).filter((line) => line !== "");
const words = (text: string) =>
  text
    .split(/[\s,;]+/)
    .filter((word) => word !== "")
    .map(whole);

interface Column {
  read: (text: string) => unknown;
  isOptional: boolean;
}

/** How to convert the text of a field, and whether the field may be missing. */
function columnOf(field: z.ZodType): Column {
  return { read: readerOf(inner(field)), isOptional: field instanceof z.ZodOptional };
}

/** The type that a field's text is converted to. */
function inner(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable) {
    return inner(field.unwrap() as z.ZodType);
  }
  if (!(field instanceof z.ZodPipe)) return field;
  return inner((field.in instanceof z.ZodTransform ? field.out : field.in) as z.ZodType);
}

function readerOf(type: z.ZodType): Column["read"] {
  if (type instanceof z.ZodBoolean) return parseBoolean;
  if (type instanceof z.ZodNumberFormat) return whole;
  if (type instanceof z.ZodNumber) return decimal;
  if (type instanceof z.ZodLiteral) return whole;
  if (!(type instanceof z.ZodArray)) return same;
  return type.element instanceof z.ZodString ? lines : words;
}

/**
 * Prepares reading the rows below a header. An empty field of an optional column counts as missing.
 * @param now the start of the import, except in tests.
 * @throws Error with one line that says what is wrong with the header.
 */
export function rowReader<Row>(
  { schema, oneOf, check }: RowFormat<Row>,
  header: readonly string[],
  now = new Date(),
): RowReader<Row> {
  const columns = new Map(
    Object.entries(schema.shape).map(([name, field]) => [name, columnOf(field)]),
  );
  const given = header.map((name) => name.trim().toLowerCase());
  // The file contains lines that an import refused, now corrected.
  const isRefused = refusalColumns.every((name, place) => given[place] === name);
  const marks = isRefused ? refusalColumns.length : Number(given[0] === defusedColumn);
  const names = given.slice(marks);
  const unknown = names.find((name) => !columns.has(name));
  if (unknown !== undefined) throw new Error(`There is no column "${printable(unknown)}"`);
  const twice = names.find((name, place) => names.indexOf(name) < place);
  if (twice !== undefined) throw new Error(`The column "${twice}" appears twice`);
  const required = [...columns].flatMap(([name, { isOptional }]) => (isOptional ? [] : [name]));
  const missing = required.find((name) => !names.includes(name));
  if (missing !== undefined) throw new Error(`The column "${missing}" is missing`);
  if (oneOf.length > 0 && !oneOf.some((name) => names.includes(name))) {
    throw new Error(`The column ${oneOf.map((name) => `"${name}"`).join(" or ")} is missing`);
  }
  const reads = names.flatMap((name) => {
    const column = columns.get(name);
    return column ? [{ name, ...column }] : [];
  });

  const ownFields = (fields: readonly string[]) => {
    if (marks === 0) return fields;
    const cells = fields.slice(marks).map(undefused);
    // A malformed line was written as one cell; corrected, the cell contains the fields.
    return isRefused && cells.length === 1 ? fieldsOfRecord(cells[0] as string) : cells;
  };

  const read = (fields: readonly string[]): RowReading<Row> => {
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
    const parsed = schema.safeParse(row);
    if (parsed.success) {
      const reason = check?.(parsed.data, now) ?? null;
      return reason === null ? { row: parsed.data } : refused(reason);
    }
    const reasons = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    return refused([...new Set(reasons)].join("; "));
  };
  return { columns: names, ownFields, read };
}

const refused = (reason: string) => ({ row: null, reason });

/** A file that is not a CSV file may have anything in its first line. */
const printable = (name: string) => name.slice(0, 60).replace(/\p{C}/gu, "?");
