import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Knex } from "knex";
import type pg from "pg";
import { writeAudit } from "#server/http/audit.ts";
import { StartError } from "#server/start-error.ts";
import type { ImportKind, ImportServices, ImportWork } from "./import-kind.ts";
import {
  findProgress,
  type ImportProgress,
  removeProgress,
  storeProgress,
} from "./import-progress.ts";
import { type Header, type Portion, portionsOf, preparedPortions, readHeader } from "./portions.ts";
import { openRefusedLines, type RefusedLine } from "./refused-lines.ts";

export interface ImportReport extends ImportProgress {
  bytesTotal: number;
  /** Whether lines that were refused before an interruption are missing from the errors file. */
  isErrorsPart: boolean;
}

export interface ImportOptions {
  /** Called after every portion. */
  onProgress?(report: ImportReport, isResumed: boolean): void;
  /** Reports each refused line and stores nothing. */
  onRefused?: ((line: RefusedLine) => void) | undefined;
  /** The folder of the files that rows name; by default the CSV file's own. */
  folder?: string;
  /** Where refused lines go; by default beside the file. */
  errorsFile?: string;
}

interface Run<Row> extends ImportOptions {
  kind: ImportKind<Row>;
  work: ImportWork;
  hash: Buffer;
  refusedLines: Pick<ReturnType<typeof openRefusedLines>, "add" | "bytes">;
  progress: ImportProgress;
}

/** Portions at the same time; more than the machine has cores would only queue. */
const atOnce = 2;
/** SQLSTATEs that somebody's work in the portal causes: the portion is stored again. */
const lostRace = new Set(["23505", "40P01", "55P03"]);
const attempts = 5;

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
  const bytesTotal = await sizeOf(file);
  const hash = await contentHash(file);
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
  const { onProgress, onRefused, folder = dirname(path) } = options;
  const isDryRun = onRefused !== undefined;
  const known = isDryRun ? null : await findProgress(db.sql, hash);
  const progress = known ?? {
    ...{ place: { line: 1, byte: 0 }, applied: 0, known: 0, refused: 0, errorsBytes: 0 },
  };
  const refusedLines = isDryRun
    ? {
        ...{ isPart: false, bytes: 0, close: () => {} },
        add: (lines: readonly RefusedLine[]) => lines.forEach(onRefused),
      }
    : openRefusedLines(
        options.errorsFile ?? `${path}.errors.csv`,
        header.reader.columns,
        progress.errorsBytes,
      );
  const work = { ...services, sql: db.sql, now, folder, isDryRun };
  const run: Run<Row> = { ...options, kind, work, hash, refusedLines, progress };
  const report = () => ({ ...run.progress, bytesTotal, isErrorsPart: refusedLines.isPart });
  const portions = portionsOf(path, header, progress.place, kind.portionRows);
  const ready = kind.prepare ? preparedPortions(portions, kind.prepare, work) : portions;
  const advance = () => onProgress?.(report(), false);
  try {
    if (known) onProgress?.(report(), true);
    if (isDryRun) await tryPortions(run, ready, advance);
    else if (kind.keyOf) await storeTogether(run, kind.keyOf, ready, advance);
    else await storeInOrder(run, ready, advance);
    if (!isDryRun) await finish(run, path);
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

/** The outcome of storing a portion. */
interface Stored {
  known: number;
  refused: RefusedLine[];
}

async function storeRows<Row>(
  { kind, work }: Run<Row>,
  sql: Knex,
  { rows, refused }: Portion<Row>,
): Promise<Stored> {
  if (rows.length === 0) return { known: 0, refused };
  const outcomes = await kind.store(
    { ...work, sql },
    rows.map(({ row }) => row),
  );
  const refusedRows = rows.flatMap(({ line, fields }, place) => {
    const outcome = outcomes[place];
    return typeof outcome === "object" ? [{ line, reason: outcome.reason, cells: { fields } }] : [];
  });
  return {
    known: outcomes.filter((outcome) => outcome === "known").length,
    refused: [...refused, ...refusedRows].sort((a, b) => a.line - b.line),
  };
}

/** Writes the refused lines. @returns the progress with this portion. */
function progressAfter<Row>(run: Run<Row>, portion: Portion<Row>, stored: Stored): ImportProgress {
  const { progress, refusedLines } = run;
  const { known, refused } = stored;
  refusedLines.add(refused);
  const lines = portion.rows.length + portion.refused.length;
  return {
    place: portion.place,
    applied: progress.applied + lines - known - refused.length,
    known: progress.known + known,
    refused: progress.refused + refused.length,
    errorsBytes: refusedLines.bytes,
  };
}

/** One portion after the other, each in one transaction with its progress. */
async function storeInOrder<Row>(
  run: Run<Row>,
  portions: AsyncIterable<Portion<Row>>,
  advance: () => void,
): Promise<void> {
  for await (const portion of portions) {
    run.progress = await again(() =>
      run.work.db.sql.transaction(async (trx) => {
        const stored = await storeRows(run, trx, portion);
        const progress = progressAfter(run, portion, stored);
        await storeProgress(trx, run.hash, progress);
        return progress;
      }),
    );
    advance();
  }
}

/** All portions in one transaction that is rolled back: an exact rehearsal. */
async function tryPortions<Row>(
  run: Run<Row>,
  portions: AsyncIterable<Portion<Row>>,
  advance: () => void,
): Promise<void> {
  const trx = await run.work.db.sql.transaction();
  try {
    for await (const portion of portions) {
      const stored = await again(() => trx.transaction((part) => storeRows(run, part, portion)));
      run.progress = progressAfter(run, portion, stored);
      advance();
    }
  } finally {
    await trx.rollback();
  }
}

/** Several portions at the same time; progress is stored after them, in order. */
async function storeTogether<Row>(
  run: Run<Row>,
  keyOf: (row: Row) => string,
  portions: AsyncIterable<Portion<Row>>,
  advance: () => void,
): Promise<void> {
  const { sql } = run.work.db;
  const underWay: { portion: Portion<Row>; done: Promise<Stored> }[] = [];
  const finishOldest = async () => {
    const oldest = underWay.shift();
    if (!oldest) return;
    run.progress = progressAfter(run, oldest.portion, await oldest.done);
    await storeProgress(sql, run.hash, run.progress);
    advance();
  };
  const share = (one: Portion<Row>, other: Portion<Row>) => {
    const keys = new Set(one.rows.map(({ row }) => keyOf(row)));
    return other.rows.some(({ row }) => keys.has(keyOf(row)));
  };
  for await (const portion of portions) {
    while (underWay.length >= atOnce) await finishOldest();
    // A correction must be stored after the row that it corrects.
    while (underWay.some((other) => share(other.portion, portion))) await finishOldest();
    const done = storeRows(run, sql, portion);
    // It is awaited later; until then its failure must not count as unhandled.
    done.catch(() => {});
    underWay.push({ portion, done });
  }
  while (underWay.length > 0) await finishOldest();
}

/**
 * Tries again if the portal took a unique value after our check: the next check refuses the row.
 */
async function again<T>(store: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await store();
    } catch (error) {
      const { code = "" } = error as { code?: string };
      if (attempt >= attempts || !lostRace.has(code)) throw error;
    }
  }
}
