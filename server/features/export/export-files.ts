import { createWriteStream } from "node:fs";
import { type FileHandle, mkdir, open, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import type { FileStore } from "#server/adapters/file-store.ts";
import { findPictureFile } from "#server/adapters/picture-files.ts";
import type { Vault } from "#server/crypto/vault.ts";
import type { Database } from "#server/db/connection.ts";
import { lendClient } from "#server/db/lend-client.ts";
import { lineOfDisk } from "#server/explain-failure.ts";
import { writeAudit } from "#server/http/audit.ts";
import { StartError } from "#server/start-error.ts";
import { syncFolder } from "#server/sync-file.ts";
import { csvCell } from "../import/refused-lines.ts";
import { defusedColumn } from "../import/row-reader.ts";
import {
  type Cells,
  type ExportedKind,
  type ExportedName,
  exportedColumns,
  exportedKinds,
} from "./exported-kinds.ts";
import { openParts, type Parts, removeUnlessDone } from "./part-files.ts";

interface ExportServices {
  db: Database;
  vault: Vault;
  files: FileStore;
}

export interface ExportOptions {
  withSecrets: boolean;
  onFile?(name: ExportedName, rows: number): void;
}

/** Rows that are read at once. */
const portion = 2_000;

/**
 * Writes files that an import reads, all from one snapshot, in constant memory. They appear under
 * their names when all are complete.
 * @returns how many pictures were left out, because their files are missing.
 * @throws StartError with one line if the folder cannot be written to, or has such a file.
 */
export async function exportFiles(
  { db, vault, files }: ExportServices,
  names: readonly ExportedName[],
  folder: string,
  { withSecrets, onFile = () => {} }: ExportOptions,
): Promise<number> {
  const targets = names.flatMap((name) => [
    `${name}.csv`,
    ...(name === "pictures" ? ["pictures"] : []),
  ]);
  await refuseFolder(folder, targets);
  const parts = openParts(folder);
  for (const target of targets) await parts.refuse(target);
  // Written before the first secret is on the disk, so that a killed export leaves a row, too.
  await writeAudit(db.sql, {
    ...{ actorId: null, action: "data exported", subjectId: null, trace: null },
    detail: { files: names, secrets: withSecrets },
  });
  let missing = 0;
  try {
    await removeUnlessDone(parts, async () => {
      await withSnapshot(db, async (client) => {
        for (const name of names) {
          const keep = name === "pictures" ? await copyPictures(files, parts) : null;
          const file = await parts.make(`${name}.csv`, (part) => open(part, "wx", 0o600));
          try {
            const columns = exportedColumns(name, withSecrets);
            const secrets = withSecrets ? vault : null;
            const counts = await writeRows(client, file, name, { columns, vault: secrets, keep });
            await file.sync();
            missing += counts.left;
            onFile(name, counts.written);
          } finally {
            await file.close();
          }
        }
      });
      for (const target of targets) parts.finish(target);
      await syncFolder(folder);
    });
    return missing;
  } catch (error) {
    const line = error instanceof StartError ? null : lineOfDisk(error as Error, folder);
    throw line === null ? error : new StartError(line);
  }
}

async function refuseFolder(folder: string, targets: readonly string[]): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw new StartError(`There is no folder ${folder}`);
  for (const target of targets) {
    const path = join(folder, target);
    if (await stat(path).catch(() => null)) throw new StartError(`${path} is there already`);
  }
}

/** Runs reads that see the database as it is now. */
function withSnapshot(db: Database, read: (client: pg.PoolClient) => Promise<void>) {
  return lendClient(db.pool, async (client) => {
    await client.query("begin transaction isolation level repeatable read, read only");
    // A sorted file of millions of rows takes longer than a request may.
    await client.query("set local statement_timeout = 0");
    await client.query("set local idle_in_transaction_session_timeout = 0");
    await read(client);
    await client.query("commit");
  });
}

interface Writing {
  columns: readonly string[];
  /** Null without secrets. */
  vault: Vault | null;
  /** Decides whether a row is written. */
  keep: ((row: Cells) => Promise<boolean>) | null;
}

async function writeRows(
  client: pg.PoolClient,
  file: FileHandle,
  name: ExportedName,
  { columns, vault, keep }: Writing,
) {
  const kind: ExportedKind = exportedKinds[name];
  await client.query(`declare exported no scroll cursor for ${kind.sql}`);
  // Unlike `write`, it writes everything or throws.
  await file.appendFile(`${[defusedColumn, ...columns].join(",")}\n`);
  const counts = { written: 0, left: 0 };
  for (;;) {
    const { rows } = await client.query<Cells>(`fetch ${portion} from exported`);
    let text = "";
    for (const row of rows) {
      if (keep && !(await keep(row))) {
        counts.left += 1;
        continue;
      }
      const cells = kind.cells?.(row, vault) ?? row;
      text += `,${columns.map((column) => csvCell(textOf(cells[column]))).join(",")}\n`;
      counts.written += 1;
    }
    await file.appendFile(text);
    if (rows.length < portion) break;
  }
  await client.query("close exported");
  return counts;
}

/** The text that an import reads as this value. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  // A list of texts has one text a line; a list of numbers has spaces between them.
  if (Array.isArray(value)) return value.join(typeof value[0] === "string" ? "\n" : " ");
  return String(value);
}

/**
 * Makes the pictures' folder.
 * @returns a function that copies the file of a row; false if it is missing.
 */
async function copyPictures(files: FileStore, parts: Parts) {
  await parts.make("pictures", (part) => mkdir(part, { mode: 0o700 }));
  return async ({ name, file }: Cells): Promise<boolean> => {
    const picture = await findPictureFile(files, `${name}_l.jpg`);
    if (!picture) return false;
    const target = createWriteStream(join(parts.pathOf("pictures"), basename(String(file))), {
      mode: 0o600,
      flush: true,
    });
    await pipeline(await picture.read(), target);
    return true;
  };
}
