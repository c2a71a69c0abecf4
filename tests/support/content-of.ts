import type pg from "pg";

/** Hashes the rows of each table, with those of its partitions. Equal hashes mean equal tables. */
export async function contentOf(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p')
        and not c.relispartition order by 1`,
  );
  const content: Record<string, string> = {};
  for (const { name } of rows) {
    const found = await client.query(
      `select concat(count(*), ' ', md5(string_agg(t::text, '|' order by t::text))) as hash
         from ${name} t`,
    );
    content[name] = found.rows[0].hash;
  }
  return content;
}
