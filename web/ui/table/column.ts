import type { ReactNode } from "react";

interface AnyColumn {
  /** The API's name of the column, by which it is sorted. */
  key: string;
  title: string;
  /** The full name, if the title is short or belongs to a group. */
  name: string;
  /** The title in a table without group headers, which would have named the unit. */
  alone?: string;
  /** The name in "Sort by", where a longer `name` would be cut. */
  sortName?: string;
  /** The explanation of the figure, shown at the header. */
  meaning?: string;
  sortable: boolean;
  /** The content of the header, if it is more than the title; `name` is then what it is called. */
  head?: ReactNode;
  /** As narrow as possible; the other columns share the rest. */
  narrow?: true;
  /** Begins with a small round mark, for which its cells keep room. */
  marked?: true;
  /** Cut short where a desktop has little room, because its full text is shown elsewhere. */
  short?: true;
  /** Gets the rest of the width, because its full text is shown elsewhere. */
  elastic?: true;
  /** How wide its content usually is, in rem: the column is that wide while the rows load. */
  usual?: number;
}

export interface TextColumn<Row> extends AnyColumn {
  kind: "text";
  /** For a text that is compared like a figure, such as a duration. */
  align?: "end";
  text: (row: Row) => string;
  /** The content of the cell, if it is more than the text. */
  cell?: (row: Row) => ReactNode;
  /** The content in the row's detail, which has more room than the cell. */
  detail?: (row: Row) => ReactNode;
}

export interface FigureColumn<Row> extends AnyColumn {
  kind: "figure";
  /** Null for no figure: a dash in the table, an empty cell in CSV, last in any order. */
  figure: (row: Row) => number | null;
  written: (figure: number) => string;
  /** The content of the cell, if it is more than the figure. */
  cell?: (row: Row) => ReactNode;
}

export type Column<Row> = TextColumn<Row> | FigureColumn<Row>;

/** Columns under a common header; without a title they have none. */
export interface ColumnGroup<Row> {
  title: string | null;
  columns: readonly Column<Row>[];
}

/** A column's name that is clear without the header of its group. */
export function wholeName<Row>({ title }: ColumnGroup<Row>, { name }: Column<Row>): string {
  return title && !name.startsWith(title) ? `${title}: ${name}` : name;
}

/** The text of a row in a column. */
export function cellText<Row>(column: Column<Row>, row: Row): string {
  if (column.kind === "text") return column.text(row);
  const figure = column.figure(row);
  return figure === null ? "–" : column.written(figure);
}

/** The classes of a column's cells, including its header. */
export function cellClasses<Row>(column: Column<Row>): (string | false)[] {
  return [
    (column.kind === "figure" || column.align === "end") && "is-figure",
    column.narrow === true && "is-narrow",
    column.elastic === true && "is-elastic",
    column.marked === true && "is-marked",
    column.short === true && "is-short",
  ];
}

/** The longest text of a column, for a width that fits all rows, even those not in view. */
export function longestText<Row>(column: Column<Row>, rows: readonly Row[]): string {
  if (column.kind === "figure") {
    return column.written(rows.reduce((most, row) => Math.max(most, column.figure(row) ?? 0), 0));
  }
  return rows.reduce((longest, row) => {
    const text = column.text(row);
    return text.length > longest.length ? text : longest;
  }, "");
}

/** The keys of all sortable columns. */
export function columnKeys<Row>(groups: readonly ColumnGroup<Row>[]): ReadonlySet<string> {
  const columns = groups.flatMap((group) => group.columns);
  return new Set(columns.filter(({ sortable }) => sortable).map(({ key }) => key));
}
