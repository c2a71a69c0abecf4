import type { Knex } from "knex";
import { advisoryLocks } from "#server/db/advisory-locks.ts";
import type { ImportKind, ImportWork } from "./import-kind.ts";
import { type ImportProgress, storeProgress } from "./import-progress.ts";
import type { Portion } from "./portions.ts";
import type { RefusedLine, RefusedLines } from "./refused-lines.ts";

/** An import under way. */
export interface Run<Row> {
  kind: ImportKind<Row>;
  work: ImportWork;
  hash: Buffer;
  refusedLines: Pick<RefusedLines, "add">;
  progress: ImportProgress;
}

/**
 * Portions that are stored at the same time. More portions than the machine has cores would only
 * queue.
 */
const atOnce = 2;
/**
 * SQLSTATEs that somebody's work in the portal at the same time can cause. The portion is then
 * stored again.
 */
const lostRace = new Set(["23505", "40P01", "55P03"]);
const attempts = 5;

/** The outcome of storing a portion. */
interface Stored<Row> {
  applied: Row[];
  known: number;
  refused: RefusedLine[];
}

export async function storeRows<Row>(
  { kind, work }: Run<Row>,
  sql: Knex,
  { rows, refused }: Portion<Row>,
): Promise<Stored<Row>> {
  if (rows.length === 0) return { applied: [], known: 0, refused };
  const outcomes = await kind.store(
    { ...work, sql },
    rows.map(({ row }) => row),
  );
  const refusedRows = rows.flatMap(({ line, fields }, place) => {
    const outcome = outcomes[place];
    return typeof outcome === "object" ? [{ line, reason: outcome.reason, cells: { fields } }] : [];
  });
  return {
    applied: rows.flatMap(({ row }, place) => (outcomes[place] === "stored" ? [row] : [])),
    known: outcomes.filter((outcome) => outcome === "known").length,
    refused: [...refused, ...refusedRows].sort((a, b) => a.line - b.line),
  };
}

/** Writes the refused lines. @returns the progress with this portion. */
export async function progressAfter<Row>(
  { progress, refusedLines }: Run<Row>,
  portion: Portion<Row>,
  { known, refused }: Stored<Row>,
): Promise<ImportProgress> {
  const errorsBytes = await refusedLines.add(refused, progress.errorsBytes);
  const lines = portion.rows.length + portion.refused.length;
  return {
    place: portion.place,
    applied: progress.applied + lines - known - refused.length,
    known: progress.known + known,
    refused: progress.refused + refused.length,
    errorsBytes,
  };
}

/** One portion after the other, each in one transaction with its progress. */
export async function storeInOrder<Row>(
  run: Run<Row>,
  portions: AsyncIterable<Portion<Row>>,
  advance: () => void,
): Promise<void> {
  for await (const portion of portions) {
    run.progress = await again(() =>
      run.work.db.sql.transaction(async (trx) => {
        // Two files may have the same lines, and not every table has a constraint against that.
        await trx.raw("select pg_advisory_xact_lock(?, hashtext(?))", [
          ...[advisoryLocks.importedKind, run.kind.name],
        ]);
        const stored = await storeRows(run, trx, portion);
        const progress = await progressAfter(run, portion, stored);
        await storeProgress(trx, run.hash, progress);
        return progress;
      }),
    );
    advance();
  }
}

/** Several portions at the same time; progress is stored after them, in order. */
export async function storeTogether<Row>(
  run: Run<Row>,
  keyOf: (row: Row) => string,
  portions: AsyncIterable<Portion<Row>>,
  advance: () => void,
): Promise<void> {
  const { sql } = run.work.db;
  const underWay: { portion: Portion<Row>; done: Promise<Stored<Row>> }[] = [];
  const finishOldest = async () => {
    const oldest = underWay.shift();
    if (!oldest) return;
    run.progress = await progressAfter(run, oldest.portion, await oldest.done);
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
export async function again<T>(store: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await store();
    } catch (error) {
      const { code = "" } = error as { code?: string };
      if (attempt >= attempts || !lostRace.has(code)) throw error;
    }
  }
}
