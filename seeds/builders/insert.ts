import type { Knex } from "knex";
import type { Tables } from "knex/types/tables.js";
import type { Inserted } from "#server/db/table.ts";

/** A row as a query returns it. */
export type Row<Name extends keyof Tables> = Tables[Name]["base"];

/** The columns that a builder's caller may set: values only, no SQL expressions. */
export type Columns<Name extends keyof Tables> = {
  [K in keyof Inserted<Name>]?: Exclude<Inserted<Name>[K], Knex.Raw | undefined>;
};

/** Inserts one row and returns it with all its columns. */
export async function insertRow<Name extends keyof Tables>(
  sql: Knex,
  table: Name,
  row: Inserted<Name>,
): Promise<Row<Name>> {
  const [inserted] = await sql(table as string)
    .insert(row)
    .returning("*");
  return inserted;
}

/** Rows per statement: PostgreSQL takes at most 65,535 values in one. */
const chunk = 500;

export async function insertRows<Name extends keyof Tables>(
  sql: Knex,
  table: Name,
  rows: readonly Inserted<Name>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += chunk) {
    await sql(table as string).insert(rows.slice(start, start + chunk));
  }
}
