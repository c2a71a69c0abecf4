import type { Knex } from "knex";
import type { ImportKind } from "./import-kind.ts";
import type { Portion } from "./portions.ts";
import { again, progressAfter, type Run, storeRows } from "./store-portions.ts";

/** Keys of earlier rows in memory. With more, a dry run forgets the first ones. */
const keysAtMost = 200_000;

/**
 * Tries each portion in a transaction that is rolled back. One transaction for the whole file would
 * lock every row that the file names, and the portal could change none of them until its end. So a
 * portion's transaction first stores the earlier rows on which its own depend.
 */
export async function rehearse<Row>(
  run: Run<Row>,
  portions: AsyncIterable<Portion<Row>>,
  advance: () => void,
): Promise<void> {
  const { kind, work } = run;
  const earlier = earlierRows(kind);
  for await (const portion of portions) {
    const before = earlier.touchedBy(portion.rows.map(({ row }) => row));
    const stored = await again(() =>
      rolledBack(work.db.sql, async (trx) => {
        if (before.length > 0) await kind.store({ ...work, sql: trx }, before);
        return storeRows(run, trx, portion);
      }),
    );
    earlier.add(stored.applied);
    run.progress = await progressAfter(run, portion, stored);
    advance();
  }
}

async function rolledBack<T>(sql: Knex, work: (trx: Knex) => Promise<T>): Promise<T> {
  const trx = await sql.transaction();
  try {
    return await work(trx);
  } finally {
    await trx.rollback();
  }
}

/** The rows that a dry run would have stored, by what they touch. */
function earlierRows<Row>({ touches = () => [] }: ImportKind<Row>) {
  const byKey = new Map<string, Map<number, Row>>();
  let count = 0;
  return {
    add(rows: readonly Row[]) {
      for (const row of rows) {
        count += 1;
        for (const key of touches(row)) {
          const others = byKey.get(key);
          if (others) others.set(count, row);
          else byKey.set(key, new Map([[count, row]]));
        }
        for (const [oldest] of byKey) {
          if (byKey.size <= keysAtMost) break;
          byKey.delete(oldest);
        }
      }
    },
    /** @returns those with an equal key, in the order of the file. */
    touchedBy(rows: readonly Row[]): Row[] {
      const found = new Map(
        rows.flatMap((row) => touches(row).flatMap((key) => [...(byKey.get(key) ?? [])])),
      );
      return [...found].sort(([one], [other]) => one - other).map(([, row]) => row);
    },
  };
}
