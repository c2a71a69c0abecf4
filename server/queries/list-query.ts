import type { Knex } from "knex";
import { type ListQuery, rowsAtMost } from "#shared/fields.ts";

/** How a list is sorted unless its query says otherwise. */
export interface ListOrder<Column extends string> {
  /** SQL of every column that can be sorted by: a query's words choose, they never become SQL. */
  columns: Record<Column, string>;
  /** What is missing comes last in these; elsewhere the words would only keep indexes from serving. */
  nullable?: readonly Column[];
  first: { sort: Column; order: "asc" | "desc" };
  /** SQL that no two rows share, so that pages never overlap. */
  id: string;
}

/** Sorts and cuts as the query of a list asks: for Knex's `modify`. */
export function page<Column extends string>(
  query: ListQuery,
  { columns, first, id, nullable = [] }: ListOrder<Column>,
): (rows: Knex.QueryBuilder) => void {
  const column = (query.sort ?? first.sort) as Column;
  // Without a word on the order, a column that was asked for begins ascending.
  const order = query.order ?? (query.sort === undefined ? first.order : "asc");
  const missing = nullable.includes(column) ? " nulls last" : "";
  return (rows) => {
    rows.orderByRaw(`${columns[column]} ${order}${missing}, ${id}`);
    rows.limit(query.limit ?? rowsAtMost);
    if (query.offset !== undefined) rows.offset(query.offset);
  };
}

/** How many rows there are, whatever is selected of them. */
export async function countOf(rows: Knex.QueryBuilder): Promise<number> {
  const [count] = await rows.clone().count({ total: "*" });
  return count?.total ?? 0;
}
