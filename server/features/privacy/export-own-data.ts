import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Response } from "express";
import type { Knex } from "knex";
import { ZipFile } from "yazl";
import type { FileStore, StoredFile } from "#server/adapters/file-store.ts";
import { findPictureFile } from "#server/adapters/picture-files.ts";
import type { Viewer } from "#server/http/handler.ts";
import { csvCell } from "../import/refused-lines.ts";
import { ownLists } from "./own-data.ts";
import { type Portion, readHistory, readList } from "./read-own-data.ts";

interface ExportServices {
  sql: Knex;
  files: FileStore;
  viewer: Viewer;
  now: Date;
}

interface ExportedList {
  name: string;
  what: string;
  read(): AsyncGenerator<Portion>;
}

function listsOf({ sql, viewer }: ExportServices): ExportedList[] {
  return [
    ...ownLists.map((list) => ({ ...list, read: () => readList(sql, viewer.userId, list) })),
    {
      name: "history",
      what: "What was done to your account, and by whom",
      read: () => readHistory(sql, viewer),
    },
  ];
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.join("\n");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

async function* csvOf(portions: AsyncGenerator<Portion>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const { columns, rows } of portions) {
    if (isFirst) yield `${columns.join(",")}\n`;
    isFirst = false;
    const lineOf = (row: Portion["rows"][number]) =>
      `${columns.map((column) => csvCell(cellOf(row[column]))).join(",")}\n`;
    yield rows.map(lineOf).join("");
  }
}

async function* jsonOf(portions: AsyncGenerator<Portion>): AsyncGenerator<string> {
  let isFirst = true;
  yield "[";
  for await (const { columns, rows } of portions) {
    for (const row of rows) {
      const shown = Object.fromEntries(columns.map((column) => [column, row[column]]));
      yield `${isFirst ? "\n" : ",\n"}${JSON.stringify(shown)}`;
      isFirst = false;
    }
  }
  yield "\n]\n";
}

const readme = (lists: readonly ExportedList[], now: Date) => `What the portal holds about you

Made at ${now.toISOString()}. Times are in UTC unless their list says otherwise.
Each list has two files: JSON for programs, and CSV for spreadsheets. In a CSV file an apostrophe
precedes each text that a spreadsheet would run as a formula.
The portal reads one list after another. Something that changes during that time may be in one list
and not in another.
Passwords, PINs and SSNs are not in these files; the account's list says which of them we hold.

${lists.map(({ name, what }) => `${name}: ${what}.`).join("\n")}
`;

interface OwnPicture {
  state: string;
  file: StoredFile;
}

async function findPictures({ sql, files, viewer }: ExportServices): Promise<OwnPicture[]> {
  const rows = await sql("pictures").where({ user_id: viewer.userId }).select("state", "name");
  const found = await Promise.all(
    rows.map(async ({ state, name }) => ({
      state,
      file: await findPictureFile(files, `${name}_l.jpg`),
    })),
  );
  return found.flatMap(({ state, file }) => (file ? [{ state, file }] : []));
}

/**
 * Adds everything to the ZIP. Each list is read only when its turn in the ZIP comes. The ZIP does
 * not listen for failures of the streams that it reads, so this passes each failure on.
 */
function fill(zip: ZipFile, services: ExportServices, pictures: readonly OwnPicture[]): void {
  const { now } = services;
  const watched = (stream: Readable) =>
    stream.on("error", (error: Error) => zip.emit("error", error));
  const options = { mtime: now, mode: 0o100600 };
  const lists = listsOf(services);
  zip.addBuffer(Buffer.from(readme(lists, now)), "README.txt", options);
  for (const { name, read } of lists) {
    for (const [path, textOf] of [
      [`json/${name}.json`, jsonOf],
      [`csv/${name}.csv`, csvOf],
    ] as const) {
      zip.addReadStreamLazy(path, options, (found) => {
        found(null, watched(Readable.from(textOf(read()), { objectMode: false })));
      });
    }
  }
  for (const { state, file } of pictures) {
    zip.addReadStreamLazy(`pictures/${state}.jpg`, { ...options, compress: false }, (found) => {
      file.read().then(
        (bytes) => found(null, watched(bytes)),
        (error: Error) => found(error, Readable.from([])),
      );
    });
  }
  zip.end();
}

/** Streams everything that the portal holds about the viewer, in constant memory. */
export async function sendOwnData(res: Response, services: ExportServices): Promise<void> {
  const pictures = await findPictures(services);
  const zip = new ZipFile();
  const bytes = new Readable().wrap(zip.outputStream);
  zip.on("error", (error: Error) => bytes.destroy(error));
  // From here to the pipeline nothing waits, so that no failure is missed.
  fill(zip, services, pictures);
  const day = services.now.toISOString().slice(0, 10);
  res.setHeader("Content-Type", "application/zip");
  res.setHeader("Content-Disposition", `attachment; filename="portal-data-${day}.zip"`);
  await pipeline(bytes, res).catch((error: NodeJS.ErrnoException) => {
    // The browser closed the connection: nobody is left to answer.
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  });
}
