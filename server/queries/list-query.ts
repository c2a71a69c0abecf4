import type { Knex } from "knex";
import { type ListQuery, rowsAtMost } from "#shared/fields.ts";

/** The sort order of a list. */
export interface ListOrder<Column extends string> {
  /** SQL of each sortable column. A query only chooses among them; its text never becomes SQL. */
  columns: Record<Column, string>;
  /** These columns sort NULLs last. Elsewhere that clause would only prevent the use of an index. */
  nullable?: readonly Column[];
  /** The order without `sort` in the query. */
  first: { sort: Column; order: "asc" | "desc" };
  /** SQL of a unique column, so that pages never overlap. */
  id: string;
}

/** Adds a list query's order, limit and offset: for Knex's `modify`. */
export function applyListQuery<Column extends string>(
  query: ListQuery,
  { columns, first, id, nullable = [] }: ListOrder<Column>,
): (rows: Knex.QueryBuilder) => void {
  const column = (query.sort ?? first.sort) as Column;
  // A query with `sort` but without `order` sorts ascending.
  const order = query.order ?? (query.sort === undefined ? first.order : "asc");
  const missing = nullable.includes(column) ? " nulls last" : "";
  return (rows) => {
    rows.orderByRaw(`${columns[column]} ${order}${missing}, ${id}`);
    rows.limit(query.limit ?? rowsAtMost);
    if (query.offset !== undefined) rows.offset(query.offset);
  };
}

/** Counts the rows of a query. */
export async function countRows(rows: Knex.QueryBuilder): Promise<number> {
  const [count] = await rows.clone().count({ total: "*" });
  return count?.total ?? 0;
}
