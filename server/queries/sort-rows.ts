import { type ListQuery, rowsAtMost } from "#shared/fields.ts";
import { compareTexts } from "#shared/rules/text-order.ts";

/**
 * Applies a list query to rows in memory. Rows with equal values are sorted by id, so that pages
 * never overlap. A column holds texts or numbers.
 */
export function sortAndSlice<Row extends object>(
  rows: readonly Row[],
  query: ListQuery,
  first: { sort: keyof Row & string; order: "asc" | "desc"; id: keyof Row & string },
): Row[] {
  const column = (query.sort ?? first.sort) as keyof Row;
  // A query with `sort` but without `order` sorts ascending.
  const order = query.order ?? (query.sort === undefined ? first.order : "asc");
  const direction = order === "desc" ? -1 : 1;
  const { id } = first;
  const isText = typeof rows[0]?.[column] === "string";
  const sorted = rows.toSorted(
    isText
      ? (a, b) =>
          compareTexts(a[column] as string, b[column] as string) * direction ||
          (a[id] as number) - (b[id] as number)
      : (a, b) =>
          ((a[column] as number) - (b[column] as number)) * direction ||
          (a[id] as number) - (b[id] as number),
  );
  const offset = query.offset ?? 0;
  return sorted.slice(offset, offset + (query.limit ?? rowsAtMost));
}
