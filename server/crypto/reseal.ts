import type pg from "pg";
import type { Vault } from "./vault.ts";

/** Every column with envelopes, with the row's key and the user whose value it is. */
export const sealedColumns = [
  { table: "psychics", column: "ssn_sealed", key: "user_id", owner: "user_id" },
  { table: "psychics", column: "pin_sealed", key: "user_id", owner: "user_id" },
  { table: "code_apps", column: "secret_sealed", key: "user_id", owner: "user_id" },
  { table: "code_apps", column: "new_secret_sealed", key: "user_id", owner: "user_id" },
  { table: "deliveries", column: "pin_sealed", key: "id", owner: "psychic_id" },
] as const;
type SealedColumn = (typeof sealedColumns)[number];

export interface Resealed {
  resealed: number;
  /** Envelopes that cannot be opened: their key is not in the list, or they are damaged. */
  unreadable: string[];
  /** Envelopes that are still under other keys than the first, including the unreadable ones. */
  left: number;
}

/** Rows per statement: few, so that nobody waits long for their locks. */
const batch = 200;

/**
 * Encrypts again, under the first key, all values under other keys. A value that changes in the
 * meantime keeps its change. Each batch commits by itself: if killed, run it again.
 */
export async function reseal(pool: pg.Pool, vault: Vault): Promise<Resealed> {
  const done: Resealed = { resealed: 0, unreadable: [], left: 0 };
  for (const place of sealedColumns) {
    let after = 0;
    for (;;) {
      const rows = await readBatch(pool, vault, place, after);
      const last = rows.at(-1);
      if (!last) break;
      after = last.key;
      done.resealed += await writeBatch(pool, place, sealRows(vault, place, rows, done));
    }
  }
  for (const place of sealedColumns) done.left += await countLeft(pool, vault, place);
  return done;
}

interface Row {
  key: number;
  owner: number;
  sealed: Buffer;
}

/** SQL: an envelope that does not begin with the vault's present prefix. */
const isOld = ({ column }: SealedColumn) =>
  `substring(${column} from 1 for length($1::bytea)) <> $1::bytea`;

async function readBatch(
  pool: pg.Pool,
  vault: Vault,
  place: SealedColumn,
  after: number,
): Promise<Row[]> {
  const { table, column, key, owner } = place;
  const { rows } = await pool.query<Row>(
    `select ${key} as key, ${owner} as owner, ${column} as sealed from ${table}
      where ${isOld(place)} and ${key} > $2 order by ${key} limit ${batch}`,
    [vault.prefix, after],
  );
  return rows;
}

function sealRows(vault: Vault, { table, column }: SealedColumn, rows: Row[], done: Resealed) {
  return rows.flatMap(({ key, owner, sealed }) => {
    const context = { table, column, userId: owner };
    try {
      return [{ key, sealed, fresh: vault.seal(vault.open(sealed, context), context) }];
    } catch {
      done.unreadable.push(`${table}.${column} of ${key}`);
      return [];
    }
  });
}

async function writeBatch(
  pool: pg.Pool,
  { table, column, key }: SealedColumn,
  rows: (Pick<Row, "key" | "sealed"> & { fresh: Buffer })[],
): Promise<number> {
  const { rowCount } = await pool.query(
    `update ${table} set ${column} = new_values.fresh
       from unnest($1::bigint[], $2::bytea[], $3::bytea[]) as new_values (key, sealed, fresh)
      where ${table}.${key} = new_values.key and ${table}.${column} = new_values.sealed`,
    [rows.map((row) => row.key), rows.map((row) => row.sealed), rows.map((row) => row.fresh)],
  );
  return rowCount ?? 0;
}

async function countLeft(pool: pg.Pool, vault: Vault, place: SealedColumn): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from ${place.table} where ${isOld(place)}`,
    [vault.prefix],
  );
  return rows[0]?.count ?? 0;
}
