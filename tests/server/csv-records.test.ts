import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CsvPlace, type CsvRecord, csvRecords } from "#server/features/import/csv-records.ts";

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "csv-records-"));
  file = join(folder, "some.csv");
});
afterAll(() => rm(folder, { recursive: true }));

const fileStart: CsvPlace = { line: 1, byte: 0 };

async function recordsIn(
  content: string | Buffer,
  from = fileStart,
  chunkSize?: number,
): Promise<CsvRecord[]> {
  await writeFile(file, content);
  const records: CsvRecord[] = [];
  for await (const batch of csvRecords(file, from, chunkSize)) records.push(...batch);
  return records;
}

const fieldsIn = async (content: string | Buffer) =>
  (await recordsIn(content)).map(({ line, fields, reason }) => [line, fields ?? reason]);

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const needsQuotes = (text: string) => /[",\n\r]/.test(text);

test("records are read back with any chunk size and from any record on", async () => {
  const text = fc.string({
    unit: fc.constantFrom("a", '"', ",", "\n", "\r", "é", "\u{1f52e}", "=", " "),
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.tuple(text, fc.boolean()), { minLength: 2, maxLength: 4 }), {
        maxLength: 12,
      }),
      fc.constantFrom("\n", "\r\n"),
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: 1, max: 40 }),
      async (rows, newline, hasBom, endsWithNewline, chunkSize) => {
        const lines = rows.map((row) =>
          row
            .map(([field, quote]) => (quote || needsQuotes(field) ? quoted(field) : field))
            .join(","),
        );
        const body = lines.join(newline) + (endsWithNewline && lines.length > 0 ? newline : "");
        const content = (hasBom ? "\ufeff" : "") + body;
        const expected = rows.map((row) => row.map(([field]) => field));
        const records = await recordsIn(content, fileStart, chunkSize);
        expect(records.map(({ fields }) => fields)).toEqual(expected);
        const lineOf = (row: number) =>
          lines.slice(0, row).reduce((line, text) => line + text.split("\n").length, 1);
        expect(records.map(({ line }) => line)).toEqual(rows.map((_, row) => lineOf(row)));
        for (const [index, { end, nextLine }] of records.entries()) {
          const rest = await recordsIn(content, { line: nextLine, byte: end }, chunkSize);
          expect(rest).toEqual(records.slice(index + 1));
        }
      },
    ),
    { numRuns: 150 },
  );
});

describe("a broken line is reported", () => {
  test.each<[string, string, unknown[]]>([
    [
      "a quote without an end",
      'a,b\n1,"x\n2,y\n3,z\n',
      [
        [1, ["a", "b"]],
        [2, "A quote is not closed, so the rest of the file was not read"],
      ],
    ],
    [
      "a quote in the middle of a field, and the line after it",
      '1,x"y\n2,y',
      [
        [1, "A quote within a field that does not begin with one"],
        [2, ["2", "y"]],
      ],
    ],
    [
      "text after a closing quote, and the line after it",
      '1,"x"y\n2,y',
      [
        [1, "A quote is followed by something other than a comma"],
        [2, ["2", "y"]],
      ],
    ],
    [
      "blank lines",
      "\n1,x\r\n\r\n2,y\n\n",
      [
        [2, ["1", "x"]],
        [4, ["2", "y"]],
      ],
    ],
    ["an empty file", "", []],
  ])("%s", async (_, content, expected) => {
    expect(await fieldsIn(content)).toEqual(expected);
  });

  test("bytes that are not UTF-8", async () => {
    const content = Buffer.concat([
      Buffer.from("1,é\n2,"),
      Buffer.from([0xe9]),
      Buffer.from("\n3,z\n"),
    ]);
    expect(await fieldsIn(content)).toEqual([
      [1, ["1", "é"]],
      [2, "Not UTF-8"],
      [3, ["3", "z"]],
    ]);
  });

  test.each([
    ["", 70_000],
    ["", 1_000],
    ['"', 262_144],
    ["", 262_144],
  ])("a line of a megabyte that begins with '%s', in portions of %i bytes", async (first, size) => {
    const long = first + "x".repeat(1_000_000);
    const reason = "The line is longer than 65536 bytes";
    const content = `1,y\n${long}\r\n3,z\n${long}`;
    const records = await recordsIn(content, fileStart, size);
    expect(records.map(({ line, fields, reason }) => [line, fields ?? reason])).toEqual([
      [1, ["1", "y"]],
      [2, reason],
      [3, ["3", "z"]],
      [4, reason],
    ]);
    expect(long.startsWith(records[1]?.raw ?? "?")).toBe(true);
    for (const [place, { end, nextLine }] of records.entries()) {
      const left = await recordsIn(content, { line: nextLine, byte: end }, size);
      expect(left).toEqual(records.slice(place + 1));
    }
  });

  test("a cell of 300 kB does not become rows", async () => {
    const cell = `never a row,0\n`.repeat(20_000);
    for (const last of ['"\n3,z\n', ""]) {
      const records = await recordsIn(`1,y\n2,"${cell}${last}`);
      expect(records.map(({ line, fields, reason }) => [line, fields ?? reason])).toEqual([
        [1, ["1", "y"]],
        [2, "A quote is not closed, so the rest of the file was not read"],
      ]);
      const { end = 0, nextLine = 0 } = records.at(-1) ?? {};
      expect(await recordsIn(`1,y\n2,"${cell}${last}`, { line: nextLine, byte: end })).toEqual([]);
    }
  });

  test("a quote without an end before megabytes of records", async () => {
    const rest = Array.from({ length: 50_000 }, (_, row) => `${row},"fine, too"`);
    const records = await recordsIn(`0,"never\n${rest.join("\n")}\n`);
    expect(records[0]).toMatchObject({ line: 1, fields: null });
    expect(records).toHaveLength(50_001);
    expect(records.at(-1)).toMatchObject({ line: 50_001, fields: ["49999", "fine, too"] });
  });
});
