import { writtenCount } from "../../lib/figures.ts";
import type { FigureColumn } from "./column.ts";

type FigureKey<Row> = {
  [Key in keyof Row]-?: Row[Key] extends number | null | undefined ? Key : never;
}[keyof Row] &
  string;

/** Makes the columns of figures of one kind of row; a figure that a row does not have is 0. */
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
    figure: (row) => (row[key] as number | null | undefined) ?? 0,
    written,
  });
