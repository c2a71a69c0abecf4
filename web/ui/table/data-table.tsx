import { type Key, memo, type ReactNode, useId, useMemo, useRef } from "react";
import { writtenCount } from "#web/lib/figures.ts";
import { useMoreToScroll } from "../use-more-to-scroll.ts";
import { type Column, type ColumnGroup, cellClasses, longestText } from "./column.ts";
import { dayGroups } from "./day-groups.ts";
import { TableFoot, type Totals, totalRows } from "./table-foot.tsx";
import { type Sort, TableHead } from "./table-head.tsx";
import { TableRow } from "./table-row.tsx";
import { useHeaderHelp } from "./use-header-help.tsx";
import { usePrinting } from "./use-printing.ts";
import { useRowWindow } from "./use-row-window.ts";
import { useScrollPlace } from "./use-scroll-place.ts";
import "./cards.scss";
import "./data-table.scss";
import "./column-widths.scss";
import "./data-table-phone.scss";
import "./data-table-print.scss";

/** With more rows than this, only those in view are rendered. */
export const windowedPast = 100;

/**
 * With more columns than this, or with a column that has a scale in its header, the header must stay
 * in view from 21 rows on, not only from 51.
 */
const manyColumns = 8;

/**
 * Up to this many rows, the page scrolls. With more, the table has a scroll box of its own: header and
 * first column then stay in view both ways.
 */
const inPageAtMost = <Row,>(columns: readonly Column<Row>[]) =>
  columns.length > manyColumns || columns.some(({ head }) => head) ? 20 : 50;

/** Printing renders all rows (F9), up to this many: about 70 pages. */
const printedAtMost = 3000;

/** With more columns than this, cells have less padding, and print has smaller letters. */
const widePast = 14;

interface DataTableProps<Row> {
  /** The caption. */
  label: string;
  groups: readonly ColumnGroup<Row>[];
  /** Undefined until the first answer. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => Key;
  /** Identifies the view (page, order, range). When it changes, the table scrolls to its top. */
  view: string;
  sort?: Sort;
  /** Called when the user chooses a column: sort by it, or reverse its order. */
  onSort?: (column: string) => void;
  /** Dims the rows while newer ones load. */
  refreshing?: boolean;
  /** For phones: names get the width that dates and figures leave, on at most two lines. */
  compact?: boolean;
  /** For phones: two columns of cards. */
  cards?: boolean;
  /** Whether a tap anywhere on a row follows its link or, on a card, opens its detail. */
  opens?: boolean | undefined;
  /** The text above the rows of a day. Not for a table that renders only the rows in view. */
  dayOf?: ((row: Row) => string) | undefined;
  /** The number of rows to reserve space for while loading. */
  expectedRows: number;
  totals?: Totals | undefined;
  /** Shown instead of rows if there are none, or if they could not be loaded. */
  instead?: ReactNode;
}

interface BonesProps<Row> {
  count: number;
  columns: readonly Column<Row>[];
}

/** Rows without content, in columns as wide as those that they stand for. */
function Bones<Row>({ count, columns }: BonesProps<Row>) {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: count }, (_, place) => place).map((row) => (
        <tr key={row}>
          {columns.map((column) => (
            <td
              key={column.key}
              className={cellClasses(column).filter(Boolean).join(" ") || undefined}
            >
              <span
                className="bone"
                style={column.usual ? { minInlineSize: `${column.usual}rem` } : undefined}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function Gap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true" className="row-gap">
      <tr>
        <td colSpan={columns} style={{ height }} />
      </tr>
    </tbody>
  );
}

interface Longest<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  texts: readonly string[];
}

/** The longest text of each column. When rows are appended, it reads only the new ones. */
function longestTexts<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  known: Longest<Row> | undefined,
): Longest<Row> {
  const seen = known?.rows.length ?? 0;
  const isAppended =
    known?.columns === columns && known.rows[0] === rows[0] && known.rows.at(-1) === rows[seen - 1];
  const more = isAppended ? rows.slice(seen) : rows;
  const texts = columns.map((column, place) => {
    const before = isAppended ? (known.texts[place] ?? "") : "";
    const text = longestText(column, more);
    return text.length > before.length ? text : before;
  });
  return { columns, rows, texts };
}

interface WidthsProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  compact: boolean;
}

/**
 * Keeps each column as wide as its longest text, so that widths do not change while scrolling. In a
 * compact table texts wrap, so this applies only to its columns of figures.
 */
function Widths<Row>({ columns, rows, compact }: WidthsProps<Row>) {
  const known = useRef<Longest<Row>>(undefined);
  const longest = useMemo(() => longestTexts(columns, rows, known.current), [columns, rows]);
  known.current = longest;
  return (
    <tbody aria-hidden="true" className="row-widths">
      <tr>
        {columns.map((column, place) => (
          <td key={column.key} className={cellClasses(column).filter(Boolean).join(" ")}>
            {(column.kind === "figure" || !compact) && longest.texts[place]}
          </td>
        ))}
      </tr>
    </tbody>
  );
}

/**
 * A table of many figures. The first column stays in view. Headers sort and have an explanation. A
 * table with many rows has its own scroll box, in which the header stays in view too. The box
 * scrolls in both directions, also by keyboard.
 */
function PlainDataTable<Row>(props: DataTableProps<Row>) {
  const { label, groups, rows, rowKey, sort, refreshing = false, expectedRows, instead } = props;
  const { compact = false, cards = false, opens = false } = props;
  const id = useId();
  const scroller = useRef<HTMLElement>(null);
  const help = useHeaderHelp();
  const columns = useMemo(() => groups.flatMap((group) => group.columns), [groups]);
  const count = rows?.length ?? 0;
  const printing = usePrinting();
  const tooMany = printing && count > printedAtMost;
  const windowed = count > windowedPast && !printing;
  const { first, end, rowHeight } = useRowWindow(scroller, count, windowed);
  const shown = tooMany ? [] : (rows ?? []).slice(first, end);
  const isBoxed = count > inPageAtMost(columns);
  const isWide = columns.length > widePast;
  const classes = [
    ...["data-table", compact && "is-compact", cards && "is-cards"],
    ...[opens && "is-opening", isWide && "is-wide"],
  ];
  const waiting = rows === undefined && !instead;
  const headRows = groups.some((group) => group.title !== null) ? 2 : 1;

  const footRows = props.totals ? totalRows(props.totals, columns, { cards }) : 0;

  useMoreToScroll(scroller);
  useScrollPlace(scroller, label, props.view, count);

  return (
    <div className={classes.filter(Boolean).join(" ")}>
      <section
        ref={scroller}
        className={isBoxed ? "table-scroller is-boxed" : "table-scroller"}
        aria-label={label}
        aria-busy={refreshing || waiting}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll box must be reachable by keyboard
        tabIndex={0}
      >
        <table aria-rowcount={windowed ? count + headRows + footRows : undefined}>
          <caption className="is-sr-only">{label}</caption>
          {groups.map((group) => (
            <colgroup key={group.columns[0]?.key} span={group.columns.length} />
          ))}
          <TableHead
            id={id}
            groups={groups}
            sort={sort}
            onSort={props.onSort}
            helpProps={help.headProps}
          />
          {waiting && <Bones count={expectedRows} columns={columns} />}
          {windowed && rows && <Widths columns={columns} rows={rows} compact={compact} />}
          {windowed && <Gap height={first * rowHeight} columns={columns.length} />}
          {dayGroups(shown, windowed ? undefined : props.dayOf).map((group) => (
            <tbody key={group.day ?? ""} className={refreshing ? "is-refreshing" : undefined}>
              {group.day !== undefined && (
                <tr className="day-row">
                  <th scope="rowgroup" colSpan={columns.length}>
                    {group.day}
                  </th>
                </tr>
              )}
              {group.rows.map((row, place) => (
                <TableRow
                  key={rowKey(row)}
                  row={row}
                  ariaRow={windowed ? headRows + first + place + 1 : undefined}
                  columns={columns}
                  isCard={cards}
                  opens={opens}
                />
              ))}
            </tbody>
          ))}
          {windowed && <Gap height={(count - end) * rowHeight} columns={columns.length} />}
          {props.totals && !instead && (
            <TableFoot
              totals={props.totals}
              columns={columns}
              cards={cards}
              ariaRow={windowed ? headRows + count + 1 : undefined}
            />
          )}
        </table>
      </section>
      {tooMany && (
        <p className="print-note">
          {writtenCount(count)} rows are too many to print. Export them as CSV instead.
        </p>
      )}
      {instead}
      {help.element}
      <div hidden>
        {columns.map(
          (column) =>
            column.meaning && (
              <p key={column.key} id={`${id}-${column.key}`}>
                {column.meaning}
              </p>
            ),
        )}
      </div>
    </div>
  );
}

/** Re-renders only if its own properties change, not with each key typed beside it. */
export const DataTable = memo(PlainDataTable) as typeof PlainDataTable;
