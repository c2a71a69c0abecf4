import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { withBriefLock } from "./brief-lock.ts";
import { makeMonths } from "./keep-months.ts";
import { listColumns } from "./list-columns.ts";
import { monthText } from "./months.ts";
import type { PartitionedTable } from "./partitioned-tables.ts";

/**
 * Settings for the transaction of a portion. In it a name without a schema means the new table,
 * also in the new table's triggers. A statement that takes longer than `statementAtMost` (ms) is
 * given up, because others may wait for its locks.
 */
const towardsNewTables = (statementAtMost = 2_000) => `
  set local statement_timeout = ${statementAtMost};
  select set_config('search_path', 'partitioned, ' || current_setting('search_path'), true)`;

/** Milliseconds that a portion may take. The number of its rows follows from that. */
const portionTime = 80;
/** A trigger of the logins locks each id, and PostgreSQL has room for some 6,000 locks. */
const rowsAtMost = (name: string) => (name === "logins" ? 1_000 : 5_000);

/** Tables that the new ones refer to. */
const references: Record<string, string> = {
  readings: "foreign key (psychic_id, customer_id) references psychic_customers",
  logins: "foreign key (user_id) references users",
};

/**
 * Triggers note the key of each row that changes in the old table. So nobody but the job writes the
 * new table, no request fails because of it, and the job applies the changes when it has copied
 * everything.
 */
export async function noteChanges(client: pg.ClientBase, table: PartitionedTable): Promise<void> {
  const { name, key } = table;
  const columns = key.join(", ");
  const reference = references[name];
  // A process that was killed may have added it.
  const { rowCount } = await client.query(
    `select from pg_constraint
      where conrelid = 'partitioned.${name}'::regclass and contype = 'f'`,
  );
  if (reference && !rowCount) {
    await withBriefLock(client, () =>
      client.query(`alter table partitioned.${name} add ${reference}`),
    );
  }
  const on = (event: string, rows: string) => `
    create trigger moving_${event} after ${event} on public.${name} referencing ${rows}
      for each statement execute function partitioned.note_${name}();`;
  await withBriefLock(client, () =>
    client.query(`
      create table partitioned.${name}_changes as
        select ${columns} from partitioned.${name} with no data;
      create index on partitioned.${name}_changes (${key.at(-1)});
      create function partitioned.note_${name}() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          insert into partitioned.${name}_changes select ${columns} from old_rows;
        end if;
        if tg_op <> 'DELETE' then
          insert into partitioned.${name}_changes select ${columns} from new_rows;
        end if;
        return null;
      end $$;
      ${on("insert", "new table as new_rows")}
      ${on("update", "old table as old_rows new table as new_rows")}
      ${on("delete", "old table as old_rows")}
      update partitioned_tables set stage = 'copying', changed_at = now() where name = '${name}';
    `),
  );
}

/**
 * Copies rows in the order of their keys until `end` (`performance.now`), with pauses that leave
 * the database to the portal. A process that is killed loses one portion.
 */
export async function copyRows(
  client: pg.ClientBase,
  table: PartitionedTable,
  { now, end }: { now: Date; end: number },
): Promise<void> {
  let rows = 500;
  while (performance.now() < end) {
    const began = performance.now();
    const copied = await copyPortion(client, table, rows, now);
    if (copied < rows) return;
    const took = performance.now() - began;
    rows = Math.min(rowsAtMost(table.name), Math.max(100, Math.round((rows * portionTime) / took)));
    await pause(took / 2);
  }
}

/** @returns how many rows. */
async function copyPortion(
  client: pg.ClientBase,
  table: PartitionedTable,
  limit: number,
  now: Date,
): Promise<number> {
  const { name, by, key } = table;
  const id = key.at(-1);
  const { rows: found } = await client.query<{ position: string | null; type: string }>(
    `select position, (select format_type(atttypid, null) from pg_attribute
         where attrelid = 'public.${name}'::regclass and attname = '${id}') as type
       from partitioned_tables where name = '${name}'`,
  );
  const { position = null, type } = found[0] ?? {};
  const after = position === null ? "" : `where ${id} > $1::${type}`;
  const values = position === null ? [] : [position];
  const next = (what: string) =>
    `select ${what} from public.${name} ${after} order by ${id} limit ${limit}`;
  const { rows: months } = await client.query<{ month: string }>(
    `select distinct ${monthText(by)} as month from (${next(by)}) next`,
    values,
  );
  await makeMonths(
    client,
    table,
    months.map(({ month }) => month),
    now,
  );
  const columns = (await listColumns(client, `public.${name}`)).join(", ");
  return withBriefLock(client, async () => {
    await client.query(towardsNewTables());
    const { rows } = await client.query<{ count: number; last: string | null }>(
      `with next as materialized (${next(columns)}), copied as (
         insert into ${name} (${columns}) overriding system value select ${columns} from next
       )
       select count(*)::int as count,
              (select ${id}::text from next order by next.${id} desc limit 1) as last from next`,
      values,
    );
    const { count = 0, last = null } = rows[0] ?? {};
    await client.query(
      `update partitioned_tables
          set position = coalesce($1, position), copied = copied + $2,
              stage = case when $3 then 'catching up' else stage end,
              changed_at = case when $3 then now() else changed_at end
        where name = '${name}'`,
      [last, count, count < limit],
    );
    return count;
  });
}

/** How many keys have their changes applied together. */
const keysAtOnce = 1_000;

/**
 * Applies noted changes: removes what the new table has under their keys, and copies the present
 * rows. One statement reads the notes and the rows, so both come from one snapshot: a change that
 * commits later is noted for the next time. The whole transaction cannot have one snapshot: the
 * insert checks foreign keys, and fails if a row that it refers to has changed since.
 * @returns how many rows had changed.
 */
export async function applyChanges(
  client: pg.ClientBase,
  { name, key }: PartitionedTable,
  statementAtMost?: number,
): Promise<number> {
  const id = key.at(-1);
  const changes = `partitioned.${name}_changes`;
  await client.query(`${towardsNewTables(statementAtMost)}; set local enable_seqscan = off`);
  // All noted places of a row together: it may have moved several times.
  const { rows } = await client.query<{ places: string | null; present: string; count: number }>(
    `with ids as materialized (
       select distinct ${id} from ${changes} order by ${id} limit ${keysAtOnce}
     ), taken as (
       delete from ${changes} c using ids where c.${id} = ids.${id} returning c.*
     )
     select (select json_agg(t) from (select distinct * from taken) t)::text as places,
            coalesce((select json_agg(o) from public.${name} o
                       where o.${id} in (select ${id} from ids)), '[]')::text as present,
            (select count(*)::int from ids) as count`,
  );
  const { places = null, present, count = 0 } = rows[0] ?? {};
  if (places === null) return 0;
  await client.query("set local enable_hashjoin = off; set local enable_mergejoin = off");
  await client.query(
    `delete from ${name} n using json_populate_recordset(null::${changes}, $1) t
      where ${key.map((column) => `n.${column} = t.${column}`).join(" and ")}`,
    [places],
  );
  const columns = (await listColumns(client, `public.${name}`)).join(", ");
  await client.query(
    `insert into ${name} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::public.${name}, $1)`,
    [present],
  );
  return count;
}
