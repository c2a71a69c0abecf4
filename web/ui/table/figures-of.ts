import { writtenCount } from "#web/lib/figures.ts";
import type { FigureColumn } from "./column.ts";

type FigureKey<Row> = {
  [Key in keyof Row]-?: Row[Key] extends number | null | undefined ? Key : never;
}[keyof Row] &
  string;

/** A column whose figure says something only if `count` is not 0: an average of nothing is none. */
export const perCount = <Row>(
  column: FigureColumn<Row>,
  count: (row: Row) => number,
): FigureColumn<Row> => ({
  ...column,
  figure: (row) => (count(row) === 0 ? null : column.figure(row)),
});

/** Creates columns of figures for one type of row; a missing figure is 0. */
export const figuresOf =
  <Row>() =>
  (
    key: FigureKey<Row>,
    title: string,
    name: string,
    meaning: string,
    written: (value: number) => string = writtenCount,
  ): FigureColumn<Row> => ({
    kind: "figure",
    key,
    title,
    name,
    meaning,
    sortable: true,
    figure: (row) => {
      const value = row[key] as number | null | undefined;
      return value === undefined ? 0 : value;
    },
    written,
  });
