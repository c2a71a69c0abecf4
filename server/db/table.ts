import type { Knex } from "knex";
import type { Tables } from "knex/types/tables.js";

/** An instant as our connections read it: ISO 8601 in UTC, such as `2026-03-08T07:00:00.123Z`. */
export type Instant = string;

/** A JSON column: we store objects only. The code that reads one knows its shape. */
export type Json = Record<string, unknown>;

/** A column's type on write: its value, or SQL. An instant may be a Date; JSON may be text. */
type Written<Row, Instants extends keyof Row> = {
  [K in keyof Row]:
    | Row[K]
    | (K extends Instants ? Date : never)
    | (Json extends Row[K] ? string : never)
    | Knex.Raw;
};

type NullableKeys<Row> = { [K in keyof Row]: null extends Row[K] ? K : never }[keyof Row];
/** Knex takes undefined as the column's default in an insert, and leaves the column alone in an update. */
type Optional<T> = { [K in keyof T]?: T[K] | undefined };
type WithOptional<T, K extends keyof T> = Omit<T, K> & Optional<Pick<T, K>>;

/**
 * A table as Knex knows it.
 * @typeParam Row what a query gives.
 * @typeParam Generated columns that PostgreSQL alone writes.
 * @typeParam Defaulted columns with a default: an insert may leave them out.
 * @typeParam Instants columns that hold an instant.
 */
export type Table<
  Row,
  Generated extends keyof Row = never,
  Defaulted extends keyof Row = never,
  Instants extends keyof Row = never,
> = Knex.CompositeTableType<
  Row,
  Omit<WithOptional<Written<Row, Instants>, Defaulted | NullableKeys<Row>>, Generated>,
  Omit<Optional<Written<Row, Instants>>, Generated>
>;

/** A table's row on insert: columns with a default are optional. */
export type Inserted<Name extends keyof Tables> = Tables[Name]["insert"];
