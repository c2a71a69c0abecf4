import { endOfLife } from "../life.ts";
import type { Services } from "../services.ts";
import { findPruned, straysOf } from "./partitions/months.ts";

/** One kind of data that the prune job removes; each feature owns its own. */
export interface Pruner {
  /** Names it in the log. */
  name: string;
  /** Removes one portion of expired data. @returns whether there may be more. */
  prune(services: Services, now: Date): Promise<boolean>;
  /** The statement; a test checks that it uses an index. */
  text?: string;
}

/** Rows. Small enough to take far less than the statement timeout. */
const portion = 1_000;

/**
 * The rows of a portion, by their physical place. Rows that are being written wait for the next
 * run.
 * @param where SQL with one binding.
 */
const portionOf = (table: string, where: string) =>
  `ctid = any (array(select ctid from ${table} where ${where}
                      limit ${portion} for update skip locked))`;

/**
 * Deletes expired rows.
 * @param where SQL with one binding, an instant: rows with an earlier date have expired.
 */
export function pruneRows(table: string, where: string, life: { days: number }): Pruner {
  return changeRows(table, `delete from ${table} where ${portionOf(table, where)}`, life);
}

/** The same with an update; the updated rows must no longer match. */
export function pruneValues(
  table: string,
  set: string,
  where: string,
  life: { days: number },
): Pruner {
  return changeRows(table, `update ${table} set ${set} where ${portionOf(table, where)}`, life);
}

/**
 * Like `pruneRows`, for a table with a partition for each month. `keepMonths` drops a partition
 * whole when all of its rows have expired. The physical place of a row is unique only within a
 * partition. ONLY: if the table was swapped for a partitioned one a moment ago, nothing is deleted.
 */
export function pruneMonths(table: string, where: string, life: { days: number }): Pruner {
  const textFor = (partition: string) =>
    `delete from only ${partition} where ${portionOf(`only ${partition}`, where)}`;
  return {
    name: table,
    text: textFor(straysOf(table)),
    async prune({ db: { sql } }, now) {
      const end = endOfLife(life, now);
      let isFull = false;
      for (const partition of await findPruned(sql, table, end)) {
        const { rowCount } = await sql.raw(textFor(partition), [end]);
        isFull ||= rowCount === portion;
      }
      return isFull;
    },
  };
}

function changeRows(table: string, text: string, life: { days: number }): Pruner {
  return {
    name: table,
    text,
    async prune({ db: { sql } }, now) {
      const { rowCount } = await sql.raw(text, [endOfLife(life, now)]);
      return rowCount === portion;
    },
  };
}
