import { type Column, cellClasses } from "./column.ts";
import "./table-foot.scss";

/** The totals of a whole list, including the rows on other pages. */
export interface Totals {
  /** The name of the row. */
  label: string;
  /** The totals by the keys of their columns. */
  figures: Readonly<Record<string, string>>;
  /** The totals in the line below the figures, in order. */
  others: readonly OtherTotal[];
}

interface OtherTotal {
  label: string;
  written: string;
  /** The key of a column that has this total too. If that column shows, this is left out. */
  column?: string;
}

interface TableFootProps<Row> {
  totals: Totals;
  columns: readonly Column<Row>[];
  cards: boolean;
  /** The number of the first row, including header rows; set if not all rows are rendered. */
  ariaRow: number | undefined;
}

const hasFigures = <Row,>({ figures }: Totals, [, ...rest]: readonly Column<Row>[]) =>
  rest.some(({ key }) => figures[key] !== undefined);

/** The number of rows that the totals take. */
export const totalRows = <Row,>(
  totals: Totals,
  columns: readonly Column<Row>[],
  { cards }: { cards: boolean },
) =>
  // Beside the name, the other totals would take the width that cards need for their figures.
  cards || hasFigures(totals, columns) ? 2 : 1;

/** The last rows of a table, which stay in view: each total below its figures, then the others. */
export function TableFoot<Row>({ totals, columns, cards, ariaRow }: TableFootProps<Row>) {
  const { label, figures, others } = totals;
  const [, ...rest] = columns;
  const name = (
    <th scope="row" className="total-name">
      {label}
    </th>
  );
  const isTwoRows = totalRows(totals, columns, { cards }) === 2;
  return (
    <tfoot>
      {isTwoRows && (
        <tr aria-rowindex={ariaRow}>
          {name}
          {rest.map((column) => (
            <td key={column.key} className={cellClasses(column).filter(Boolean).join(" ")}>
              {figures[column.key]}
            </td>
          ))}
        </tr>
      )}
      <tr aria-rowindex={ariaRow && (isTwoRows ? ariaRow + 1 : ariaRow)}>
        {!isTwoRows && name}
        <td colSpan={isTwoRows ? columns.length : rest.length} className="other-totals">
          <dl className="totals" aria-label={label}>
            {others
              .filter(({ column }) => !columns.some(({ key }) => key === column))
              .map((other) => (
                <div key={other.label}>
                  <dt>{other.label}</dt>
                  <dd>{other.written}</dd>
                </div>
              ))}
          </dl>
        </td>
      </tr>
    </tfoot>
  );
}
