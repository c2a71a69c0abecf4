import { memo } from "react";
import { type Column, cellClasses, cellText } from "./column.ts";

interface TableRowProps<Row> {
  row: Row;
  /** From 1, header rows counted, where not all rows are rendered. */
  ariaRow: number | undefined;
  columns: readonly Column<Row>[];
}

function PlainTableRow<Row>({ row, ariaRow, columns }: TableRowProps<Row>) {
  return (
    <tr data-row="" aria-rowindex={ariaRow}>
      {columns.map((column, place) => {
        const text = cellText(column, row);
        const content = column.kind === "text" && column.cell ? column.cell(row) : text;
        const className = cellClasses(column).filter(Boolean).join(" ") || undefined;
        if (place === 0) {
          return (
            <th key={column.key} scope="row" className={className} title={text}>
              {content}
            </th>
          );
        }
        return (
          <td
            key={column.key}
            className={className}
            title={column.kind === "figure" || column.cell ? undefined : text}
          >
            {content}
          </td>
        );
      })}
    </tr>
  );
}

/** A row is drawn again only when it is another row: thousands of them may stand in a table. */
export const TableRow = memo(PlainTableRow) as typeof PlainTableRow;
