import { IconButton } from "../button.tsx";
import { type Column, type ColumnGroup, cellText } from "./column.ts";
import "./cards.scss";

/** What a phone's row shows beside its name: the figure of the order, and two more below the name. */
export interface Cards<Row> {
  /** From the most important on, with their units. One that the row is sorted by is left out. */
  figures: readonly { key: string; written: (row: Row) => string }[];
}

const secondLine = 2;

/**
 * Two columns for a phone: the name, with two figures below it, and the column by which the rows are
 * sorted. An eye opens the whole row.
 */
export function carded<Row>(
  groups: readonly ColumnGroup<Row>[],
  { figures }: Cards<Row>,
  sorted: string,
  open: (row: Row) => void,
): readonly ColumnGroup<Row>[] {
  const all = groups.flatMap(({ columns }) => columns);
  const [first] = all;
  const chosen = sorted === first?.key ? figures[0]?.key : sorted;
  const right = all.find(({ key }) => key === chosen);
  if (!first || !right) return groups;
  const others = figures.filter(({ key }) => key !== chosen).slice(0, secondLine);
  const name: Column<Row> = {
    ...first,
    kind: "text",
    text: (row) => cellText(first, row),
    cell: (row) => (
      <>
        <span className="card-name">{first.cell?.(row) ?? cellText(first, row)}</span>
        <small className="cell-note card-figures">
          {others.map(({ written }) => written(row)).join(" · ")}
        </small>
      </>
    ),
  };
  const figure: Column<Row> = {
    ...right,
    cell: (row) => (
      <span className="card-end">
        <span className="card-figure">{right.cell?.(row) ?? cellText(right, row)}</span>
        <IconButton
          icon="eye"
          label={`Details of ${cellText(first, row)}`}
          onClick={() => open(row)}
        />
      </span>
    ),
  };
  return [{ title: null, columns: [name, figure] }];
}
