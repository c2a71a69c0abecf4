import type pg from "pg";

export interface ReadColumn {
  name: string;
  /** PostgreSQL's name of the type, with `[]` for an array. */
  type: string;
  nullable: boolean;
  /** Only PostgreSQL writes it: an identity, or computed from other columns. */
  generated: boolean;
  /** The default as SQL, or the expression of a generated column. */
  expression: string | null;
  /** The texts that a check constraint allows. */
  values: string[] | null;
  comment: string | null;
}

export interface ReadReference {
  columns: string[];
  table: string;
}

export interface ReadTable {
  name: string;
  comment: string | null;
  columns: ReadColumn[];
  /** The primary key first, then the unique ones. */
  keys: string[][];
  references: ReadReference[];
}

/** Without Knex's tables, which are in the same schema. pg-boss has its own schema. */
const text = `
  select c.relname as name, obj_description(c.oid) as comment,
    (select json_agg(json_build_object(
         'name', a.attname,
         'type', format_type(a.atttypid, null),
         'nullable', not a.attnotnull,
         'generated', a.attidentity = 'a' or a.attgenerated <> '',
         'expression', pg_get_expr(d.adbin, d.adrelid),
         'check', (select pg_get_constraintdef(o.oid) from pg_constraint o
                    where o.conrelid = c.oid and o.contype = 'c' and o.conkey = array[a.attnum]
                      and pg_get_constraintdef(o.oid) ~ '(= ANY|<@) .*ARRAY\\['),
         'comment', col_description(c.oid, a.attnum)
       ) order by a.attnum)
       from pg_attribute a
       left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    coalesce((select json_agg(k.columns order by k.indisprimary desc, k.name) from (
       select i.indisprimary, x.relname as name,
              array(select pg_get_indexdef(i.indexrelid, place, true)
                      from generate_series(1, i.indnkeyatts) place) as columns
         from pg_index i join pg_class x on x.oid = i.indexrelid
        where i.indrelid = c.oid and i.indisunique and i.indpred is null) k), '[]') as keys,
    coalesce((select json_agg(json_build_object(
         'table', o.confrelid::regclass::text,
         'columns', array(select a.attname from unnest(o.conkey) with ordinality k (attnum, place)
                           join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
                          order by k.place)
       ) order by o.conname)
       from pg_constraint o where o.conrelid = c.oid and o.contype = 'f'), '[]') as references
    from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and c.relname not like 'knex%'
   order by c.relname`;

type Row = Omit<ReadTable, "columns"> & {
  columns: (Omit<ReadColumn, "values"> & { check: string | null })[];
};

/** The portal's tables in a migrated database, by name. */
export async function readTables(client: pg.Client): Promise<ReadTable[]> {
  const { rows } = await client.query<Row>(text);
  return rows.map((row) => ({
    ...row,
    columns: row.columns.map(({ check, ...column }) => ({ ...column, values: valuesOf(check) })),
  }));
}

/** The quoted words of `CHECK ((role = ANY (ARRAY['manager'::text, 'psychic'::text])))`. */
function valuesOf(check: string | null): string[] | null {
  const words = check?.match(/^CHECK \(\(\w+ (?:= ANY|<@) \(?ARRAY\[(.*)\]\)?\)\)$/)?.[1];
  return words ? [...words.matchAll(/'([^']*)'::text/g)].map(([, word]) => word as string) : null;
}
