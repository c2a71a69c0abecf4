import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";

const ours = "n.nspname in ('public', 'pgboss')";

async function firstColumn(client: pg.Client, query: string): Promise<string[]> {
  const { rows } = await client.query<[string]>({ text: query, rowMode: "array" });
  return rows.map(([value]) => value);
}

/** Lists the tables that hold rows themselves. */
export const tablesOf = (client: pg.Client) =>
  firstColumn(
    client,
    `select format('%I.%I', n.nspname, c.relname) from pg_class c
       join pg_namespace n on n.oid = c.relnamespace where ${ours} and c.relkind = 'r' order by 1`,
  );

/** Hashes each table's rows. Equal hashes mean equal tables. */
export async function contentOf(client: pg.Client): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for (const table of await tablesOf(client)) {
    const query = `select concat(count(*), ' ', md5(string_agg(t::text, '|' order by t::text)))
      from ${table} t`;
    [content[table] = ""] = await firstColumn(client, query);
  }
  return content;
}

/**
 * Copies all rows and sequences into a database of the same schema. Imitates pg_dump and pg_restore,
 * which the embedded PostgreSQL does not include: copies rows as text, with an empty search path and
 * without triggers, and then creates every foreign key and index again.
 * @returns the source's content at the time of the copy, because the source's queue keeps changing.
 */
export async function carryOver(
  source: pg.Client,
  target: pg.Client,
): Promise<Record<string, string>> {
  await source.query("begin isolation level repeatable read read only");
  await target.query("begin");
  for (const client of [source, target]) await client.query("set local search_path = ''");
  const tables = await tablesOf(source);
  await target.query("set local session_replication_role = replica");
  await target.query(`truncate ${(await tablesOf(target)).join(", ")}`);
  for (const table of tables) {
    await pipeline(
      source.query(copyTo(`copy ${table} to stdout`)),
      target.query(copyFrom(`copy ${table} from stdin`)),
    );
  }
  const setSequences = await firstColumn(
    source,
    `select format('select pg_catalog.setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename),
         coalesce(last_value, start_value), last_value is not null)
       from pg_sequences where schemaname in ('public', 'pgboss')`,
  );
  for (const statement of setSequences) await target.query(statement);
  await target.query("set local session_replication_role = origin");
  const rebuildForeignKeys = await firstColumn(
    target,
    `select format('alter table %s drop constraint %I, add constraint %2$I %s', o.conrelid::regclass,
         o.conname, pg_get_constraintdef(o.oid))
       from pg_constraint o join pg_namespace n on n.oid = o.connamespace
      where ${ours} and o.contype = 'f' and o.conparentid = 0`,
  );
  for (const statement of rebuildForeignKeys) await target.query(statement);
  for (const table of tables) await target.query(`reindex table ${table}`);
  await target.query("commit");
  const content = await contentOf(source);
  await source.query("commit");
  return content;
}
