import { type MouseEvent, memo } from "react";
import { type Column, cellClasses, cellText } from "./column.ts";

interface TableRowProps<Row> {
  row: Row;
  /** The row's number from 1, including header rows; set if not all rows are rendered. */
  ariaRow: number | undefined;
  columns: readonly Column<Row>[];
  /** Whether the first cell has figures below the name. */
  isCard: boolean;
  /**
   * Whether a tap on the row clicks the link or button in its name, or else its eye, or else its
   * only link.
   */
  opens: boolean;
}

/** An extension or a day. */
const digits = /^[\d/]+$/;

/** Opens the row, unless the tap was on a link or a button. */
function openRow({ target, currentTarget }: MouseEvent<HTMLElement>) {
  if (target instanceof Element && target.closest("a, button")) return;
  const find = (selector: string) => currentTarget.querySelector<HTMLElement>(selector);
  (find("th :is(a, button)") ?? find(".card-end > button") ?? find("td a"))?.click();
}

function PlainTableRow<Row>(props: TableRowProps<Row>) {
  const { row, ariaRow, columns, isCard, opens } = props;
  return (
    <tr data-row="" aria-rowindex={ariaRow} onClick={opens ? openRow : undefined}>
      {columns.map((column, place) => {
        const text = cellText(column, row);
        const content = column.cell ? column.cell(row) : text;
        const isZero = column.kind === "figure" && column.figure(row) === 0;
        const isDigits = column.kind === "text" && digits.test(text);
        const classes = [...cellClasses(column), isZero && "is-zero", isDigits && "is-digits"];
        const className = classes.filter(Boolean).join(" ") || undefined;
        if (place === 0) {
          return (
            <th
              key={column.key}
              scope="row"
              className={className}
              title={text}
              // Screen readers read this with each cell: the name without the figures below it.
              abbr={isCard ? text : undefined}
            >
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

/** Re-renders only if the row changes, because a table can have thousands. */
export const TableRow = memo(PlainTableRow) as typeof PlainTableRow;
