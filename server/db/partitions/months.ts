import type { Knex } from "knex";
import type pg from "pg";
import { newYorkDay } from "#shared/rules/new-york.ts";

/** The New York month of an instant, as `YYYY-MM`. */
export const monthOf = (at: Date): string => newYorkDay(at).slice(0, 7);

export function addMonths(month: string, count: number): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7);
}

/** The midnight in New York at which a month begins, as PostgreSQL reads it. */
const startOf = (month: string) => `'${month}-01 00:00 America/New_York'`;

/**
 * SQL: the two instants between which a month's rows are. If the month before or after has a
 * partition, they go by its bounds: the rules of New York's clock may have changed since that
 * partition was made.
 */
export async function boundsOf(
  client: pg.ClientBase,
  table: string,
  month: string,
): Promise<{ from: string; to: string }> {
  const bound = async (neighbor: string, place: 1 | 2) => {
    const { rows } = await client.query<{ bound: string | null }>(
      `select (regexp_match(pg_get_expr(relpartbound, oid), '(''.+'')\\) TO \\((''.+'')\\)'))[$1] as bound
         from pg_class where oid = to_regclass($2)`,
      [place, partitionOf(table, neighbor)],
    );
    return rows[0]?.bound;
  };
  const next = addMonths(month, 1);
  return {
    from: (await bound(addMonths(month, -1), 2)) ?? startOf(month),
    to: (await bound(next, 1)) ?? startOf(next),
  };
}

/** SQL: the New York month of a row. */
export const monthText = (column: string) =>
  `to_char(${column} at time zone 'America/New_York', 'YYYY-MM')`;

export const partitionOf = (table: string, month: string) =>
  `public.${table}_${month.replace("-", "_")}`;

/** The partition of the rows whose months have none. */
export const straysOf = (table: string) => `public.${table}_strays`;

/** SQL: whether a table of the catalog is the portal's, and not an archive of the operator. */
const ourSchemas = (alias: string) =>
  `${alias}.relnamespace in (to_regnamespace('public'), to_regnamespace('partitioned'))`;

/**
 * The partitioned table of this name. While an upgrade moves rows into it, it is not the one that
 * the portal uses.
 */
export async function findParent(client: pg.ClientBase, table: string): Promise<string | null> {
  const { rows } = await client.query<{ parent: string }>(
    `select n.nspname || '.' || c.relname as parent
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relname = $1 and c.relkind = 'p' and ${ourSchemas("c")}`,
    [table],
  );
  return rows[0]?.parent ?? null;
}

/** The months of a table that have a partition, in their order. */
export async function listMonths(
  client: pg.ClientBase | pg.Pool,
  table: string,
): Promise<string[]> {
  const { rows } = await client.query<{ month: string }>(
    `select replace(right(c.relname, 7), '_', '-') as month
       from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
      where p.relname = $1 and p.relkind = 'p' and ${ourSchemas("p")} and c.relname ~ ('^' || $1 || '_\\d{4}_\\d\\d$')
      order by 1`,
    [table],
  );
  return rows.map(({ month }) => month);
}

/**
 * The parts of a table that may have rows from before `end`. That is the table itself until an
 * upgrade has moved its rows into partitions.
 */
export async function findPruned(sql: Knex, table: string, end: Date): Promise<string[]> {
  const { rows } = await sql.raw<{ rows: { part: string }[] }>(
    `select coalesce(c.oid, t.oid)::regclass::text as part
       from pg_class t
       left join (pg_inherits i join pg_class c on c.oid = i.inhrelid) on i.inhparent = t.oid
      where t.oid = to_regclass('public.' || ?)
        and (c.oid is null or c.relname like '%strays' or right(c.relname, 7) <= ?)
      order by 1`,
    [table, monthOf(end).replace("-", "_")],
  );
  return rows.map(({ part }) => part);
}
