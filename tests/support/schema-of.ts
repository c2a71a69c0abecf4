import type pg from "pg";
import { partitionedTables } from "#server/db/partitions/partitioned-tables.ts";

const ours = "not (n.nspname like 'pg\\_%' or n.nspname = 'information_schema')";

/** A query for each kind of object that a migration creates. Each object is one line of text. */
const kinds: Record<string, string> = {
  table: `
    select format('%s %s.%s', c.relkind, n.nspname, c.relname)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where ${ours} and c.relkind not in ('i', 'I', 't')`,
  column: `
    select format('%s.%s %s %s %s null:%s identity:%s generated:%s default:%s', n.nspname,
             c.relname, row_number() over (partition by c.oid order by a.attnum), a.attname,
             format_type(a.atttypid, a.atttypmod), not a.attnotnull, a.attidentity,
             a.attgenerated, pg_get_expr(d.adbin, d.adrelid))
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      join pg_namespace n on n.oid = c.relnamespace
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where ${ours} and a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm')`,
  constraint: `
    select format('%s %s %s', o.conrelid::regclass, o.conname, pg_get_constraintdef(o.oid))
      from pg_constraint o join pg_namespace n on n.oid = o.connamespace
     where ${ours}`,
  index: `
    select pg_get_indexdef(i.indexrelid)
      from pg_index i
      join pg_class c on c.oid = i.indexrelid
      join pg_namespace n on n.oid = c.relnamespace
     where ${ours}`,
  // Without job_now: in a copy of the template it is the tests' own (database-clock.ts).
  function: `
    select pg_get_functiondef(p.oid)
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where ${ours} and p.prokind in ('f', 'p') and p.proname <> 'job_now'`,
  trigger: `
    select pg_get_triggerdef(t.oid)
      from pg_trigger t
      join pg_class c on c.oid = t.tgrelid
      join pg_namespace n on n.oid = c.relnamespace
     where ${ours} and not t.tgisinternal`,
  type: `
    select format('%s.%s %s %s', n.nspname, t.typname, t.typtype,
             (select string_agg(e.enumlabel, ',' order by e.enumsortorder)
                from pg_enum e where e.enumtypid = t.oid))
      from pg_type t join pg_namespace n on n.oid = t.typnamespace
     where ${ours} and t.typtype in ('e', 'd', 'r')`,
  sequence: `
    select format('%s.%s %s %s %s %s', schemaname, sequencename, data_type, start_value,
             increment_by, cycle)
      from pg_sequences`,
  comment: `
    select format('%s %s: %s', d.objoid::regclass, a.attname, d.description)
      from pg_description d join pg_class c on c.oid = d.objoid
      join pg_namespace n on n.oid = c.relnamespace
      left join pg_attribute a on a.attrelid = c.oid and a.attnum = d.objsubid and a.attnum > 0
     where d.classoid = 'pg_class'::regclass and ${ours}`,
  extension: "select extname || ' ' || extversion from pg_extension",
};

/** Partitions of months follow the calendar, not the migrations. */
const ofMonth = new RegExp(
  `\\b(${partitionedTables.map(({ name }) => name).join("|")})_\\d{4}_\\d\\d`,
);

/**
 * The queue makes a partition for each day on which it is installed or runs, so two databases differ
 * in these if midnight (UTC) passes between them.
 */
const partitionOfDay = /\bqueue_stats_20[2-9]\d{5}\b/;

/** The schema of a database as sorted lines. Equal lines mean equal schemas. */
export async function schemaOf(client: pg.Client): Promise<string[]> {
  const lines: string[] = [];
  for (const [kind, query] of Object.entries(kinds)) {
    const { rows } = await client.query<[string]>({ text: query, rowMode: "array" });
    const own = rows.filter(([line]) => !ofMonth.test(line));
    lines.push(...own.map(([line]) => `${kind}: ${line}`));
  }
  return lines.filter((line) => !partitionOfDay.test(line)).sort();
}
