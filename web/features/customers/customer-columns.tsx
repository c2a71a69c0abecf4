import { businessTimeToSecond } from "../../lib/dates.ts";
import { writtenCount } from "../../lib/figures.ts";
import type { FigureColumn, TextColumn } from "../../ui/table/column.ts";
import { When } from "../../ui/when.tsx";

type FigureKey<Row> = {
  [Key in keyof Row]: Row[Key] extends number ? Key : never;
}[keyof Row] &
  string;

/** Makes the columns of figures of one list of customers. */
export const figuresOf =
  <Row,>() =>
  (
    key: FigureKey<Row>,
    title: string,
    name: string,
    meaning: string,
    written = writtenCount,
  ): FigureColumn<Row> => ({
    kind: "figure",
    key,
    title,
    name,
    meaning,
    sortable: true,
    figure: (row) => row[key] as number,
    written,
  });

/** When a customer was last there. */
export const lastColumn = <Row,>(
  key: string,
  title: string,
  of: (row: Row) => string,
): TextColumn<Row> => ({
  kind: "text",
  key,
  title,
  name: title,
  sortable: true,
  text: (row) => businessTimeToSecond(of(row)),
  cell: (row) => <When text={businessTimeToSecond(of(row))} />,
});

export const unusedMeaning = "Free minutes that the customer has not used as of today";
