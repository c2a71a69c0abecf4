import { Fragment, type ReactNode } from "react";
import { IconButton } from "../button.tsx";
import { type Column, type ColumnGroup, cellText } from "./column.ts";
import "./cards.scss";

/**
 * The content of a phone's row: its name, two figures below it, and the sorted figure beside it.
 */
export interface Cards<Row> {
  /** The key of the column of names; default the one that names the row's detail. */
  name?: string;
  /** Beside the name, such as a status. */
  beside?: (row: Row) => ReactNode;
  /** For a list with times. Sorted by time, it has a line above the rows of each day. */
  days?: Days<Row>;
  /** Whether the cards show all facts, so that none has a detail. */
  isWhole?: true;
  /** Written with units, the most important first. A card never shows one of them twice. */
  figures: readonly { key: string; written: (row: Row) => string }[];
}

interface Days<Row> {
  /** The key of the column of times. */
  key: string;
  dayOf: (row: Row) => string;
  /** The name of a card below a line that shows the day; by default the usual name. */
  name?: (row: Row) => ReactNode;
  /**
   * The line below the name.
   * @param isGrouped whether a line above the rows shows the day.
   * @param figures what the line would say in a list without days.
   */
  below?: (row: Row, isGrouped: boolean, figures: string) => ReactNode;
  /** Shown at the card's end instead of `written`, the text of the first figure. */
  end: (row: Row, written: string) => ReactNode;
}

const secondLine = 2;

interface CardRows<Row> {
  /** The key of the column that names a row's detail. */
  named: string;
  /** Whether a line above the rows shows the day. */
  isGrouped: boolean;
  open: (row: Row) => void;
}

/**
 * Two columns for a phone: the name, with two figures below it, and the column by which the rows
 * are sorted. An eye opens the whole row, unless the card shows it.
 */
export function carded<Row>(
  groups: readonly ColumnGroup<Row>[],
  { name: nameKey, beside, figures, days, isWhole }: Cards<Row>,
  sorted: string,
  { named, isGrouped, open }: CardRows<Row>,
): readonly ColumnGroup<Row>[] {
  const all = groups.flatMap(({ columns }) => columns);
  const first = all.find(({ key }) => key === (nameKey ?? named));
  const title = all.find(({ key }) => key === named);
  const usual = figures[0]?.key;
  const chosen = sorted === days?.key || sorted === first?.key ? usual : sorted;
  const group = groups.find(({ columns }) => columns.some(({ key }) => key === chosen));
  const right = group?.columns.find(({ key }) => key === chosen);
  if (!first || !title || !group || !right) return groups;
  const others = figures.filter(({ key }) => key !== chosen).slice(0, secondLine);
  const below = (row: Row) => others.map(({ written }) => written(row)).join(" · ");
  const name: Column<Row> = {
    ...first,
    kind: "text",
    text: (row) => cellText(first, row),
    cell: (row) => (
      <>
        <span className="card-name">
          {(isGrouped && days?.name?.(row)) || (first.cell?.(row) ?? cellText(first, row))}
          {beside && <> {beside(row)}</>}
        </span>
        <small className="cell-note card-figures">
          {days
            ? days.below?.(row, isGrouped, below(row))
            : others.map(({ key, written }, place) => (
                <Fragment key={key}>
                  {place > 0 && " · "}
                  <span className="card-fact">{written(row)}</span>
                </Fragment>
              ))}
        </small>
      </>
    ),
  };
  const figure: Column<Row> = {
    ...right,
    // Uses the column's full name: there is room for it, and no other columns explain a short one.
    title: right.alone ?? (group.title ? `${group.title}: ${right.title}` : right.name),
    cell: (row) => (
      <span className="card-end">
        <span className="card-figure">
          {days && chosen === usual
            ? days.end(row, figures[0]?.written(row) ?? "")
            : (right.cell?.(row) ?? cellText(right, row))}
        </span>
        {!isWhole && (
          <IconButton
            icon="eye"
            label={`Details of ${cellText(title, row)}`}
            onClick={() => open(row)}
          />
        )}
      </span>
    ),
  };
  return [{ title: null, columns: [name, figure] }];
}
