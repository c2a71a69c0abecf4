import type pg from "pg";
import { StartError } from "#server/start-error.ts";

/** SQL: a schema of ours, or of the job queue. */
export const ours = "n.nspname in ('public', 'pgboss')";

/**
 * With these settings, the text of rows does not depend on the server, and no limit of the server
 * ends a session that waits for a long time while files are copied.
 */
const sessionSettings = [
  ...["timezone=UTC", "datestyle=ISO", "intervalstyle=postgres", "bytea_output=hex"],
  ...["statement_timeout=0", "lock_timeout=0", "transaction_timeout=0"],
  ...["idle_in_transaction_session_timeout=0", "idle_session_timeout=0"],
  ...["extra_float_digits=1", "client_encoding=UTF8", "row_security=off"],
]
  .map((setting) => `-c ${setting}`)
  .join(" ");

/** The connection of a backup or a restore. */
export const backupSession = (databaseUrl: string): pg.ClientConfig => ({
  connectionString: databaseUrl,
  options: sessionSettings,
  // Firewalls forget connections that are silent for some minutes.
  keepAlive: true,
  keepAliveInitialDelayMillis: 30_000,
});

/** A table; a partitioned one has the rows of all its parts. */
export interface CatalogTable {
  name: string;
  /** Quoted; without generated ones. */
  columns: string[];
  /** The size of its files in bytes, by which the progress is counted. */
  size: number;
}

/** @param client has an empty search path, so that every name comes with its schema. */
export async function listTables(client: pg.Client): Promise<CatalogTable[]> {
  const { rows } = await client.query<CatalogTable>(
    `select c.oid::regclass::text as name,
         (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
             and a.attgenerated = '') as columns,
         (select sum(pg_relation_size(p.oid))::float8 from pg_class p
           where p.oid in (select relid from pg_partition_tree(c.oid) union select c.oid)) as size
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where ${ours} and c.relkind in ('r', 'p') and not c.relispartition
        and c.relpersistence <> 't'
        and not exists (select from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      order by 1`,
  );
  return rows;
}

export interface Partition {
  name: string;
  parent: string;
  bound: string;
  /** How it is partitioned itself; usually null. */
  by: string | null;
  /** Statements for the keys, indexes and triggers that it does not inherit. */
  own: string[];
}

export async function listPartitions(client: pg.Client): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select t.relid::text as name, t.parentrelid::text as parent,
         pg_get_expr(p.relpartbound, p.oid) as bound, pg_get_partkeydef(p.oid) as by,
         array(
           select format('alter table %s add constraint %I %s', p.oid::regclass, o.conname,
               pg_get_constraintdef(o.oid))
             from pg_constraint o where o.conrelid = p.oid and o.conparentid = 0
               and o.contype in ('p', 'u', 'x', 'f')
           union all
           select pg_get_indexdef(i.indexrelid) from pg_index i join pg_class x on x.oid = i.indexrelid
            where i.indrelid = p.oid and not x.relispartition
              and not exists (select from pg_constraint o where o.conindid = x.oid)
           union all
           select pg_get_triggerdef(g.oid) from pg_trigger g
            where g.tgrelid = p.oid and g.tgparentid = 0 and not g.tgisinternal
           order by 1
         ) as own
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       cross join pg_partition_tree(c.oid) t
       join pg_class p on p.oid = t.relid
      where ${ours} and c.relkind = 'p' and not c.relispartition and t.level > 0
      order by t.level, 1`,
  );
  return rows;
}

export interface Sequence {
  name: string;
  /**
   * The table whose column uses the sequence. A restore finds the sequence by this table, because
   * moving a table gives its sequence another name.
   */
  table: string | null;
  column: string | null;
  last: string;
  isCalled: boolean;
}

/** Not part of a snapshot. That is safe: a sequence is never behind the rows of a snapshot. */
export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ [Key in keyof Sequence]: Sequence[Key] | null }>(
    `select c.oid::regclass::text as name, d.refobjid::regclass::text as table,
         quote_ident(a.attname) as column, v.last_value::text as last, v.is_called as "isCalled"
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       cross join pg_get_sequence_data(c.oid) v
       left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = c.oid
         and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i') and d.refobjsubid > 0
       left join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
      where ${ours} and c.relkind = 'S' order by 1`,
  );
  const unreadable = rows.find(({ last }) => last === null);
  if (unreadable) {
    throw new StartError(`The database's user may not read the sequence ${unreadable.name}`);
  }
  return rows as Sequence[];
}

/**
 * The names of our tables that also exist in another schema, because an upgrade's job is moving
 * their rows. A restore would not know how far the job had come. Old tables stay in the schema
 * `unpartitioned`. The result has all of them until every table of `partitioned_tables` other than
 * `logins` is done. It never has `logins`: for a week after an upgrade the old table is the one in
 * use, and its rows fit into the new one.
 */
export async function listMovingTables(client: pg.Client): Promise<string[]> {
  const isMoving =
    (await exists(client, "where to_regclass('public.partitioned_tables') is not null")) &&
    (await exists(
      client,
      "from public.partitioned_tables where stage <> 'done' and name <> 'logins'",
    ));
  const { rows } = await client.query<{ name: string }>(
    `select o.oid::regclass::text as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_class o on o.relname = c.relname and o.relnamespace <> c.relnamespace
       join pg_namespace e on e.oid = o.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and o.relkind in ('r', 'p')
        and e.nspname not in ('pgboss', 'information_schema') and e.nspname not like 'pg\\_%'
        and ($1 or e.nspname <> 'unpartitioned')
        and (e.nspname, o.relname) <> ('partitioned', 'logins')
      order by 1`,
    [isMoving],
  );
  return rows.map(({ name }) => name);
}

async function exists(client: pg.Client, where: string): Promise<boolean> {
  return ((await client.query(`select ${where} limit 1`)).rowCount ?? 0) > 0;
}

/**
 * The shape of our tables and which files they are in. If it changes during a backup, rows may have
 * disappeared from the snapshot: to an older snapshot, a truncated or rewritten table is empty.
 */
export async function readShape(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ line: string }>(
    `select concat_ws(' ', c.oid, c.relfilenode, c.relispartition, a.columns) as line
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       cross join lateral (select string_agg(concat_ws(':', a.attnum, a.attname, a.atttypid), ' '
           order by a.attnum) as columns
         from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) a
      where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relpersistence <> 't'
     union all
     select format('queue %s', version) from pgboss.version`,
  );
  return new Set(rows.map(({ line }) => line));
}
