import { endOfLife } from "../retention.ts";
import type { Services } from "../services.ts";

/** One kind of thing that the prune job removes; each feature owns its own. */
export interface Pruner {
  /** Names it in the log. */
  name: string;
  /** Removes one portion of what has served its time. @returns whether there may be more. */
  prune(services: Services, now: Date): Promise<boolean>;
  /** The statement, for the test that an index serves it. */
  text?: string;
}

/** Small enough that a portion takes far less than the statement timeout. */
const portion = 1_000;

/**
 * The rows of a portion, by where they lie; one that is being written waits for the next run.
 * @param where SQL with one binding.
 */
const portionOf = (table: string, where: string) =>
  `ctid = any (array(select ctid from ${table} where ${where}
                      limit ${portion} for update skip locked))`;

/**
 * Deletes rows whose life is over.
 * @param where SQL with one binding, the instant before which a row's life began if it is over.
 */
export function pruneRows(table: string, where: string, life: { days: number }): Pruner {
  return changeRows(table, `delete from ${table} where ${portionOf(table, where)}`, life);
}

/** The same with an update, which must make the rows no longer match. */
export function pruneValues(
  table: string,
  set: string,
  where: string,
  life: { days: number },
): Pruner {
  return changeRows(table, `update ${table} set ${set} where ${portionOf(table, where)}`, life);
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
