import type pg from "pg";
import { addMonths, listMonths, monthOf, straysOf } from "./months.ts";
import { type PartitionedTable, partitionedTables } from "./partitioned-tables.ts";

export interface MonthCount {
  table: string;
  /** Months after this one that have a partition; -1 if even this one has none. */
  ahead: number;
  strays: number;
}

/** Enough to see that something is wrong; counting all could take seconds. */
const countedAtMost = 100_000;

export async function countMonths(
  client: pg.ClientBase | pg.Pool,
  now: Date,
): Promise<MonthCount[]> {
  const counts: MonthCount[] = [];
  for (const { name, keep = "false" } of partitionedTables as readonly PartitionedTable[]) {
    const months = await listMonths(client, name);
    let ahead = -1;
    while (months.includes(addMonths(monthOf(now), ahead + 1))) ahead += 1;
    const { rows } = await client.query<{ strays: number }>(
      `select count(*)::int as strays
         from (select from ${straysOf(name)} where not (${keep}) limit ${countedAtMost}) s`,
    );
    counts.push({ table: name, ahead, strays: rows[0]?.strays ?? 0 });
  }
  return counts;
}
