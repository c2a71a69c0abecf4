import type { Knex } from "knex";

/** Whatever a connection makes of a timestamp: the portal's own gives ISO 8601 text. */
export type Instant = Date | string;

/** Inserts one row and returns it whole. */
export async function insertRow<Row>(sql: Knex, table: string, row: object): Promise<Row> {
  const [made] = await sql(table).insert(row).returning("*");
  return made as Row;
}

/** Many rows at a time: PostgreSQL takes 65,535 values in a statement. */
const chunk = 500;

export async function insertRows(sql: Knex, table: string, rows: readonly object[]): Promise<void> {
  for (let start = 0; start < rows.length; start += chunk) {
    await sql(table).insert(rows.slice(start, start + chunk));
  }
}
