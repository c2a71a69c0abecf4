import { isAscii } from "node:buffer";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

/** A record of a CSV file, or why a line is not one. */
export interface CsvRecord {
  /** The line where it begins, counted from 1. */
  line: number;
  /** Where the next record begins: bytes from the start of the file, and the line. */
  end: number;
  nextLine: number;
  fields: string[] | null;
  /** Set when `fields` is null. */
  reason: string;
  /**
   * Set when `fields` is null: the line without its line break, one character per byte, at most
   * 65,536. If a quote is never closed, it contains the lines after it, too.
   */
  raw: string;
}

export interface CsvPlace {
  /** The number of the line that begins at `byte`. */
  line: number;
  byte: number;
}

/**
 * In bytes. No valid row is longer, so a quote that is still open after this many is malformed, and
 * so is a longer line.
 */
const longestRecord = 65_536;
/** The text after an unclosed quote may belong to its cell, so we read no rows from it. */
const neverClosed = "A quote is not closed, so the rest of the file was not read";
const isTooLong = `The line is longer than ${longestRecord} bytes`;

const byteOrderMark = "\u00ef\u00bb\u00bf";

/**
 * Reads the records of a CSV file (RFC 4180, UTF-8), as many at a time as one read returns. A
 * malformed line becomes a record with a reason, and reading continues on the next line. Only an
 * unclosed quote ends it.
 * @param readAtOnce in bytes.
 */
export async function* csvRecords(
  file: string,
  from: CsvPlace,
  readAtOnce = 262_144,
): AsyncGenerator<CsvRecord[]> {
  const { size } = await stat(file);
  const stream = createReadStream(file, { start: from.byte, highWaterMark: readAtOnce });
  let rest: Buffer = Buffer.alloc(0);
  let place = from;
  /** The beginning of a line that is too long and whose end has not been read yet. */
  let longLine: string | null = null;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    if (longLine !== null) {
      const newline = bytes.indexOf("\n");
      const end = place.byte + (newline === -1 ? bytes.length : newline + 1);
      if (newline === -1) {
        place = { line: place.line, byte: end };
        rest = Buffer.alloc(0);
        continue;
      }
      yield [tooLong(place.line, end, longLine)];
      longLine = null;
      bytes = bytes.subarray(newline + 1);
      place = { line: place.line + 1, byte: end };
    }
    const { records, next } = recordsOf(bytes, place, { isLast: false, size });
    rest = bytes.subarray(next.byte - place.byte);
    place = next;
    if (records.length > 0) yield records;
    if (records.at(-1)?.reason === neverClosed) return;
    if (rest.length > longestRecord && !rest.includes("\n")) {
      longLine = rest.toString("latin1", 0, longestRecord);
      place = { line: place.line, byte: place.byte + rest.length };
      rest = Buffer.alloc(0);
    }
  }
  if (longLine !== null) {
    yield [tooLong(place.line, place.byte, longLine)];
    return;
  }
  const { records } = recordsOf(rest, place, { isLast: true, size });
  if (records.length > 0) yield records;
}

const tooLong = (line: number, end: number, raw: string): CsvRecord => ({
  ...{ line, end, nextLine: line + 1, fields: null, raw, reason: isTooLong },
});

/** The complete records in some bytes, and where the first incomplete one begins. */
function recordsOf(
  bytes: Buffer,
  from: CsvPlace,
  { isLast, size }: { isLast: boolean; size: number },
) {
  // One character per byte, so that positions in the text are positions in the file.
  const text = bytes.toString("latin1");
  const isPlain = isAscii(bytes);
  const records: CsvRecord[] = [];
  let { line } = from;
  let start = from.byte === 0 && text.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  let quote = text.indexOf('"', start);
  while (start < text.length) {
    const newline = text.indexOf("\n", start);
    if (newline === -1 && !isLast) break;
    const lineEnd = newline === -1 ? text.length : newline;
    if (quote !== -1 && quote < start) quote = text.indexOf('"', start);
    const record: CsvRecord = {
      line,
      end: from.byte + lineEnd + 1,
      nextLine: line + 1,
      fields: null,
      reason: "",
      raw: "",
    };
    let end = lineEnd;
    if (lineEnd - start > longestRecord) {
      record.reason = isTooLong;
    } else if (quote === -1 || quote > lineEnd) {
      record.fields = text.slice(start, withoutReturn(text, start, lineEnd)).split(",");
    } else {
      const quoted = quotedRecord(text, start);
      const isCut = quoted === null || (typeof quoted !== "string" && quoted.end === text.length);
      if (isCut && !isLast && text.length - start < longestRecord) break;
      if (quoted === null || quoted === neverClosed) {
        record.reason = neverClosed;
        end = text.length;
        record.end = size;
      } else if (typeof quoted === "string") {
        record.reason = quoted;
      } else {
        record.fields = quoted.fields;
        end = quoted.end;
        record.end = from.byte + end + 1;
        record.nextLine = line + 1 + newlinesBetween(text, start, end);
      }
    }
    if (record.fields && !isPlain) {
      try {
        record.fields = record.fields.map(fromUtf8);
      } catch {
        record.fields = null;
        record.reason = "Not UTF-8";
      }
    }
    if (!record.fields) {
      const rawEnd = Math.min(withoutReturn(text, start, end), start + longestRecord);
      record.raw = text.slice(start, rawEnd);
    }
    const isBlank = record.fields?.length === 1 && record.fields[0] === "";
    if (!isBlank) records.push(record);
    line = record.nextLine;
    start = end + 1;
  }
  return { records, next: { line, byte: from.byte + Math.min(start, text.length) } };
}

/** The fields of one record. @throws Error with the reason if it is malformed. */
export function fieldsOfRecord(text: string): string[] {
  const record = quotedRecord(text, 0) ?? neverClosed;
  if (typeof record === "string") throw new Error(record);
  if (record.end < text.length) throw new Error("There is more than one line");
  return record.fields;
}

/** @returns null if the text ends before the record does; a string if the record is malformed. */
function quotedRecord(
  text: string,
  start: number,
): { fields: string[]; end: number } | string | null {
  const fields: string[] = [];
  let at = start;
  while (at - start < longestRecord) {
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1);
      if (close === -1) return null;
      fields.push(text.slice(at + 1, close).replaceAll('""', '"'));
      at = close + 1;
      if (text[at] === "\r" && (text[at + 1] ?? "\n") === "\n") at += 1;
      if (at < text.length && text[at] !== "," && text[at] !== "\n") {
        return "A quote is followed by something other than a comma";
      }
    } else {
      const field = /[^,\n]*/y;
      field.lastIndex = at;
      const [value = ""] = field.exec(text) ?? [];
      if (value.includes('"')) return "A quote within a field that does not begin with one";
      at += value.length;
      fields.push(text[at] === "\n" && value.endsWith("\r") ? value.slice(0, -1) : value);
    }
    if (text[at] !== ",") return { fields, end: at };
    at += 1;
  }
  return neverClosed;
}

/** Where a quoted field ends, or -1. A doubled quote is part of the field. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function withoutReturn(text: string, start: number, end: number): number {
  return end > start && text[end - 1] === "\r" ? end - 1 : end;
}

function newlinesBetween(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) {
    count += 1;
  }
  return count;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function fromUtf8(field: string): string {
  return utf8.decode(Buffer.from(field, "latin1"));
}
