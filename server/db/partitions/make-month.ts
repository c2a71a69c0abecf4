import type pg from "pg";
import { advisoryLocks } from "../advisory-locks.ts";
import { lockBriefly, withBriefLock } from "./brief-lock.ts";
import { dropDetached, isDetached } from "./drop-months.ts";
import { listColumns } from "./list-columns.ts";
import { boundsOf, findParent, listMonths, partitionOf, straysOf } from "./months.ts";
import type { PartitionedTable } from "./partitioned-tables.ts";

/** The limits for making one month. */
export interface Cost {
  /** Strays of the month, which are moved. */
  strays: number;
  /** Strays of all months: PostgreSQL reads them while others wait for the table. */
  allStrays: number;
  /** Milliseconds that a statement may take while others wait; 0: as many as it needs. */
  wait: number;
}

export const littleCost: Cost = { strays: 1_000, allStrays: 50_000, wait: 150 };
export const anyCost: Cost = {
  strays: Number.MAX_SAFE_INTEGER,
  allStrays: Number.MAX_SAFE_INTEGER,
  wait: 0,
};

/**
 * Makes a partition beside the table, moves the month's strays into it and attaches it. A statement
 * looks up the partitions after it has locked the table. So this locks the table itself first.
 * Attaching locks only the strays against other statements. Without the table's lock, a statement
 * could look up the partitions, wait for the strays, and then not know the new partition.
 * @returns whether the month has a partition now. It has none if that costs too much, or while a
 *   backup still reads the one that was detached.
 */
export async function makeMonth(
  client: pg.ClientBase,
  table: PartitionedTable,
  month: string,
  cost = littleCost,
): Promise<boolean> {
  const { name, by, own } = table;
  const partition = partitionOf(name, month);
  const strays = straysOf(name);
  await dropDetached(client, name);
  return await withBriefLock(client, async () => {
    await client.query("select pg_advisory_xact_lock($1)", [advisoryLocks.partitions]);
    const parent = await findParent(client, name);
    if (parent === null || (await listMonths(client, name)).includes(month)) return true;
    if (await isDetached(client, partition)) return false;
    const { from, to } = await boundsOf(client, name, month);
    const isOfMonth = `${by} >= timestamptz ${from} and ${by} < timestamptz ${to}`;
    const { rows } = await client.query<{ all: string; own: string }>(
      `select count(*) as all, count(*) filter (where ${isOfMonth}) as own
         from (select ${by} from ${strays} limit ${cost.allStrays}::bigint + 1) s`,
    );
    const count = Number(rows[0]?.own);
    if (count > cost.strays || Number(rows[0]?.all) > cost.allStrays) return false;
    await client.query(
      `create table ${partition} (like ${parent}
         including defaults including constraints including generated)`,
    );
    if (own) await client.query(own(partition));
    const columns = (await listColumns(client, strays)).join(", ");
    await lockBriefly(client, parent);
    await client.query(`set local statement_timeout = ${cost.wait}`);
    await client.query(`lock table ${strays} in access exclusive mode`);
    // The rows are only moved, so we switch off the audit trail's guard against deleting.
    await client.query(`
      alter table ${strays} disable trigger user;
      insert into ${partition} (${columns}) select ${columns} from ${strays} where ${isOfMonth};
      delete from ${strays} where ${isOfMonth};
      alter table ${strays} enable trigger user;
      alter table ${parent} attach partition ${partition} for values from (${from}) to (${to});
    `);
    return true;
  });
}
