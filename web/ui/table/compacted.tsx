import type { ReactNode } from "react";
import { IconButton } from "../button.tsx";
import { type Column, type ColumnGroup, cellText } from "./column.ts";
import "./data-table.scss";

function twoLines<Row>(column: Column<Row>, row: Row): ReactNode {
  const content = column.kind === "text" && column.cell?.(row);
  return <span className="two-lines">{content || cellText(column, row)}</span>;
}

/** The columns on a phone. A button before the first one opens the whole row. */
export function compacted<Row>(
  groups: readonly ColumnGroup<Row>[],
  keys: readonly string[],
  open: (row: Row) => void,
): readonly ColumnGroup<Row>[] {
  const all = groups
    .flatMap(({ columns }) => columns)
    .map((column) => (column.alone ? { ...column, title: column.alone } : column));
  const [first, ...others] = keys.flatMap((key) => all.filter((column) => column.key === key));
  if (!first) return groups;
  const named: Column<Row> = {
    ...first,
    kind: "text",
    text: (row) => cellText(first, row),
    cell: (row) => (
      <span className="named-cell">
        <IconButton
          icon="eye"
          label={`Details of ${cellText(first, row)}`}
          onClick={() => open(row)}
        />
        {twoLines(first, row)}
      </span>
    ),
  };
  const folded = others.map((column) =>
    column.kind === "figure" ? column : { ...column, cell: (row: Row) => twoLines(column, row) },
  );
  return [{ title: null, columns: [named, ...folded] }];
}
