import { basename, dirname } from "node:path";
import type pg from "pg";
import { explainFailure } from "#server/explain-failure.ts";
import { writeAudit } from "#server/http/audit.ts";
import { StartError } from "#server/start-error.ts";
import { contentHash } from "./content-hash.ts";
import type { ImportKind, ImportServices } from "./import-kind.ts";
import { findProgress, type ImportProgress, removeProgress } from "./import-progress.ts";
import { type Header, portionsOf, preparedPortions, readHeader } from "./portions.ts";
import { sizeOfReadable } from "./readable-file.ts";
import {
  openRefusedLines,
  type RefusedLine,
  type RefusedLines,
  removeEqual,
} from "./refused-lines.ts";
import { rehearse } from "./rehearse.ts";
import { type Run, storeInOrder, storeTogether } from "./store-portions.ts";

export interface ImportReport extends ImportProgress {
  bytesTotal: number;
  /** Whether the errors file lacks lines that were refused before an interruption. */
  isErrorsPart: boolean;
  /** The new name of an earlier errors file; null without one, or if its content was the same. */
  aside: string | null;
}

export interface ImportOptions {
  /**
   * Called after every portion. If the import continues an interrupted one, it is also called once
   * before its first portion; only that call has `isResumed`.
   */
  onProgress?(report: ImportReport, isResumed: boolean): void;
  /** Called at once with the new name of an errors file: an interruption would lose it. */
  onAside?(name: string): void;
  /** Makes the import a dry run: it stores nothing, and calls this with each refused line. */
  onRefused?: ((line: RefusedLine) => void) | undefined;
  /** Rows name files from this folder; by default the CSV file's own. */
  folder?: string;
  /** The folder in which those files must be; by default the same. */
  within?: string;
  /** Where refused lines go; by default beside the file. */
  errorsFile?: string;
}

/**
 * Imports a CSV file in portions, so that memory does not grow with the file. Each portion commits
 * with its progress, so an import that was killed continues where it was. For a kind with `keyOf`
 * the progress is stored after the portions, so the last ones may be stored twice, which changes
 * nothing.
 * @throws StartError with one line if the file cannot be read as this kind at all.
 */
export async function importFile<Row>(
  services: ImportServices,
  kind: ImportKind<Row>,
  file: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const bytesTotal = await sizeOfReadable(file);
  const hash = await explainFailure(file, () => contentHash(file));
  const now = new Date();
  const header = await readHeader(file, kind, now);
  const importing = () =>
    importRows(services, kind, { path: file, bytesTotal, hash, header, now }, options);
  return options.onRefused ? importing() : withLock(services.db.pool, file, hash, importing);
}

/** Lets one process at a time import a file: two would share the file of refused lines. */
async function withLock<T>(
  pool: pg.Pool,
  file: string,
  hash: Buffer,
  work: () => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  // Without a listener, losing this idle connection would end the process.
  const ignore = () => {};
  client.on("error", ignore);
  try {
    const { rows } = await client.query(
      "select pg_try_advisory_lock(hashtextextended($1, 0)) as locked",
      [hash.toString("hex")],
    );
    if (!rows[0].locked) throw new StartError(`${file} is being imported already`);
    return await work();
  } finally {
    const isFree = await client.query("select pg_advisory_unlock_all()").then(
      () => true,
      () => false,
    );
    client.removeListener("error", ignore);
    client.release(!isFree);
  }
}

interface ImportedFile<Row> {
  path: string;
  bytesTotal: number;
  hash: Buffer;
  header: Header<Row>;
  now: Date;
}

async function importRows<Row>(
  services: ImportServices,
  kind: ImportKind<Row>,
  { path, bytesTotal, hash, header, now }: ImportedFile<Row>,
  options: ImportOptions,
): Promise<ImportReport> {
  const { db } = services;
  const { onProgress, onRefused, folder = dirname(path), within = folder } = options;
  const errorsFile = options.errorsFile ?? `${path}.errors.csv`;
  const isDryRun = onRefused !== undefined;
  const known = isDryRun ? null : await findProgress(db.sql, hash);
  const progress = known ?? {
    ...{ place: { line: 1, byte: 0 }, applied: 0, known: 0, refused: 0, errorsBytes: 0 },
  };
  const refusedLines = onRefused
    ? reportTo(onRefused)
    : await openRefusedLines(errorsFile, header.reader.columns, progress);
  const work = { ...services, sql: db.sql, now, folder, within, isDryRun };
  const run: Run<Row> = {
    ...{ kind, work, hash, refusedLines },
    progress: { ...progress, errorsBytes: refusedLines.kept },
  };
  let { aside } = refusedLines;
  if (aside !== null) options.onAside?.(aside);
  const report = () => ({ ...run.progress, bytesTotal, isErrorsPart: refusedLines.isPart, aside });
  const portions = portionsOf(path, header, progress.place, kind.portionRows);
  const ready = kind.prepare ? preparedPortions(portions, kind.prepare, work) : portions;
  const advance = () => onProgress?.(report(), false);
  try {
    if (known) onProgress?.(report(), true);
    if (isDryRun) await rehearse(run, ready, advance);
    else if (kind.keyOf) await storeTogether(run, kind.keyOf, ready, advance);
    else await storeInOrder(run, ready, advance);
    if (!isDryRun) await finish(run, path);
    aside = await removeEqual(aside, errorsFile);
    return report();
  } finally {
    await refusedLines.close();
  }
}

/** For a dry run, which writes no file. */
const reportTo = (onRefused: (line: RefusedLine) => void): RefusedLines => ({
  ...{ kept: 0, isPart: false, aside: null },
  async add(lines, length) {
    lines.forEach(onRefused);
    return length;
  },
  async close() {},
});

/** Removes the progress: next time the file is read from the start. */
async function finish<Row>({ kind, work, hash, progress }: Run<Row>, file: string) {
  const { applied, known, refused } = progress;
  await work.db.sql.transaction(async (trx) => {
    await removeProgress(trx, hash);
    await writeAudit(trx, {
      ...{ actorId: null, action: `${kind.name} imported`, subjectId: null, trace: null },
      detail: { file: basename(file), imported: applied, known, refused },
    });
  });
}
