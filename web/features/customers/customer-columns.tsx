import { businessTimeToSecond } from "#web/lib/dates.ts";
import type { TextColumn } from "#web/ui/table/column.ts";
import { When } from "#web/ui/when.tsx";

/** The column of a customer's last reading. */
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
