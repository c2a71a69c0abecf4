import type { ReactNode } from "react";

interface AnyColumn {
  /** The API's name of the column, by which it is sorted. */
  key: string;
  title: string;
  /** The whole name, where the title is short or stands under a group. */
  name: string;
  /** What the figure means, shown by the header. */
  meaning?: string;
  sortable: boolean;
  /** No wider than it must be; the others share the room. */
  narrow?: true;
  /** Has what the others leave: its text is read whole elsewhere. */
  elastic?: true;
}

export interface TextColumn<Row> extends AnyColumn {
  kind: "text";
  text: (row: Row) => string;
  /** What stands in the cell, if it is more than the text. */
  cell?: (row: Row) => ReactNode;
  /** What stands in the row's detail, where there is room for more than in the cell. */
  detail?: (row: Row) => ReactNode;
}

export interface FigureColumn<Row> extends AnyColumn {
  kind: "figure";
  /** Null is no figure: a dash in the table, an empty cell in a file, last in any order. */
  figure: (row: Row) => number | null;
  written: (figure: number) => string;
}

export type Column<Row> = TextColumn<Row> | FigureColumn<Row>;

/** Columns under a common header; no title: they stand by themselves. */
export interface ColumnGroup<Row> {
  title: string | null;
  columns: readonly Column<Row>[];
}

/** A column's name as it is understood without the header of its group. */
export function wholeName<Row>({ title }: ColumnGroup<Row>, { name }: Column<Row>): string {
  return title ? `${title}: ${name}` : name;
}

/** A row's text in a column. */
export function cellText<Row>(column: Column<Row>, row: Row): string {
  if (column.kind === "text") return column.text(row);
  const figure = column.figure(row);
  return figure === null ? "–" : column.written(figure);
}

/** The classes of a column's cells, its headers among them. */
export function cellClasses<Row>(column: Column<Row>): (string | false)[] {
  return [
    column.kind === "figure" && "is-figure",
    column.narrow === true && "is-narrow",
    column.elastic === true && "is-elastic",
  ];
}

/** The longest text of a column: what its width must hold, whichever rows are in view. */
export function longestText<Row>(column: Column<Row>, rows: readonly Row[]): string {
  if (column.kind === "figure") {
    return column.written(rows.reduce((most, row) => Math.max(most, column.figure(row) ?? 0), 0));
  }
  return rows.reduce((longest, row) => {
    const text = column.text(row);
    return text.length > longest.length ? text : longest;
  }, "");
}

/** The keys of all columns that a list may be sorted by. */
export function columnKeys<Row>(groups: readonly ColumnGroup<Row>[]): ReadonlySet<string> {
  const columns = groups.flatMap((group) => group.columns);
  return new Set(columns.filter(({ sortable }) => sortable).map(({ key }) => key));
}
