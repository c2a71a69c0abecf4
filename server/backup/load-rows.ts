import { join } from "node:path";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { StartError } from "#server/start-error.ts";
import { listPartitions, listSequences, listTables, ours } from "./catalog.ts";
import { makeLoginMonths } from "./make-login-months.ts";
import type { Backup, Manifest } from "./manifest.ts";
import { openSealed } from "./sealed-file.ts";

/**
 * Statements that remove what slows a load down (`away`), and statements that restore it (`back`).
 * Keys and indexes are faster to make after the rows. Triggers must not run again: they ran when
 * the rows were written. An owner of the tables may do all this; a superuser is not needed.
 */
const preparations = {
  foreignKeys: `
    select format('alter table %s drop constraint %I', o.conrelid::regclass, o.conname) as away,
        format('alter table %s add constraint %I %s', o.conrelid::regclass, o.conname,
          pg_get_constraintdef(o.oid)) as back
      from pg_constraint o join pg_namespace n on n.oid = o.connamespace
     where ${ours} and o.contype = 'f' and o.conparentid = 0
     order by 1`,
  keys: `
    select format('alter table %s drop constraint %I', o.conrelid::regclass, o.conname) as away,
        format('alter table %s add constraint %I %s', o.conrelid::regclass, o.conname,
          pg_get_constraintdef(o.oid)) as back
      from pg_constraint o join pg_namespace n on n.oid = o.connamespace
     where n.nspname = 'public' and o.contype in ('p', 'u', 'x') and o.conparentid = 0
     order by 1`,
  // For a partitioned table the definition says ON ONLY, which would leave the parts without the
  // index.
  indexes: `
    select format('drop index %s', i.indexrelid::regclass) as away,
        replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as back
      from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and not c.relispartition
       and not exists (select from pg_constraint o where o.conindid = i.indexrelid
         and o.contype in ('p', 'u', 'x'))
     order by 1`,
  triggers: `
    select distinct format('alter table %s disable trigger user', t.tgrelid::regclass) as away,
        format('alter table %s enable trigger user', t.tgrelid::regclass) as back
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      join pg_namespace n on n.oid = c.relnamespace
     where ${ours} and not t.tgisinternal and t.tgenabled = 'O'
     order by 1`,
};

/**
 * Replaces all rows and sequences of a database with those of a backup. The schema is the backup's.
 * @param client is in a transaction. The search path stays empty until the transaction ends.
 * @param onTable is called after each table, with the rows so far.
 * @returns the names of tables in the backup that this database lacks: they are not the portal's.
 */
export async function loadRows(
  client: pg.Client,
  { folder, manifest, keys }: Backup,
  onTable: (rows: number) => void,
): Promise<string[]> {
  const { tables, partitions, sequences } = manifest;
  // Names in the definitions that we read must come with their schema.
  await client.query("set local search_path = ''");
  await client.query("set local maintenance_work_mem = '256MB'");
  await matchPartitions(client, partitions);
  await makeLoginMonths(client, manifest);
  const present = new Set((await listTables(client)).map(({ name }) => name));
  const known = tables.filter(({ name }) => present.has(name));
  const back: string[] = [];
  for (const preparation of ["foreignKeys", "triggers", "keys", "indexes"] as const) {
    const { rows } = await client.query(preparations[preparation]);
    for (const { away } of rows) await client.query(away);
    back.push(...rows.map((row) => row.back));
  }
  await client.query(`truncate ${known.map(({ name }) => name).join(", ")}`);
  let done = 0;
  for (const { name, columns, rows, file } of known) {
    const copy = client.query(copyFrom(`copy ${name} (${columns.join(", ")}) from stdin`));
    await openSealed(join(folder, file), keys, copy);
    if (copy.rowCount !== rows) {
      throw new StartError(`${name} got ${copy.rowCount} rows instead of ${rows}`);
    }
    done += rows;
    onTable(done);
  }
  // In reverse: a foreign key needs the key that it refers to.
  for (const statement of back.reverse()) await client.query(statement);
  await setSequences(client, sequences);
  return tables.filter(({ name }) => !present.has(name)).map(({ name }) => name);
}

/**
 * Sets each sequence to its value in the backup.
 * @throws StartError if this database lacks a sequence of the backup, although it has the
 * sequence's table with other sequences. The numbers of the missing sequence would start again.
 */
async function setSequences(client: pg.Client, sequences: Manifest["sequences"]): Promise<void> {
  const present = await listSequences(client);
  for (const { name, table, column, last, isCalled } of sequences) {
    const own = present.find((one) =>
      table === null ? one.name === name : one.table === table && one.column === column,
    );
    if (own) await client.query("select setval($1, $2, $3)", [own.name, last, isCalled]);
    else if (present.some((one) => one.table === table)) {
      throw new StartError(`This database has no sequence ${name}`);
    }
  }
}

/**
 * Gives the partitioned tables the backup's partitions: a new database has those of its own time.
 * The queue makes its own partitions, so those that the backup lacks stay.
 */
async function matchPartitions(client: pg.Client, wanted: Manifest["partitions"]): Promise<void> {
  const present = await listPartitions(client);
  const parents = new Set(wanted.map(({ parent }) => parent));
  const isSame = (one: Manifest["partitions"][number]) => (other: typeof one) =>
    one.name === other.name && one.bound === other.bound && one.by === other.by;
  const surplus = present.filter(
    (own) => own.name.startsWith("public.") && parents.has(own.parent) && !wanted.some(isSame(own)),
  );
  for (const { name } of surplus) await client.query(`drop table if exists ${name}`);
  const left = await listPartitions(client);
  for (const part of wanted.filter((one) => !left.some(isSame(one)))) {
    const { name, parent, bound, by, own } = part;
    await client.query(
      `create table ${name} partition of ${parent} ${bound}${by ? ` partition by ${by}` : ""}`,
    );
    for (const statement of own) await client.query(statement);
  }
}
