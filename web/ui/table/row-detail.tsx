import type { ReactNode } from "react";
import { Modal } from "../modal.tsx";
import { type Column, type ColumnGroup, cellText } from "./column.ts";

interface RowDetailProps<Row> {
  groups: readonly ColumnGroup<Row>[];
  /** The column whose text is the title. */
  named: Column<Row>;
  row: Row;
  onClose: () => void;
}

function content<Row>(column: Column<Row>, row: Row): ReactNode {
  if (column.kind === "figure") return cellText(column, row);
  return (column.detail?.(row) ?? column.cell?.(row) ?? column.text(row)) || "–";
}

/** The space that a column's content needs: one line for a figure, many lines for a message. */
function roomOf<Row>(column: Column<Row>): string | undefined {
  if (column.kind === "figure") return "is-figure";
  return column.detail ? "is-long" : undefined;
}

/** All columns of one row. */
export function RowDetail<Row>({ groups, named, row, onClose }: RowDetailProps<Row>) {
  return (
    <Modal title={cellText(named, row)} onClose={onClose}>
      {groups.map((group) => (
        <section key={group.columns[0]?.key} className="figure-group">
          {group.title && <h3>{group.title}</h3>}
          <dl className="figure-list">
            {group.columns
              .filter((column) => column.key !== named.key)
              .map((column) => (
                <div key={column.key} className={roomOf(column)}>
                  <dt>
                    {column.name}
                    {column.meaning && <small>{column.meaning}</small>}
                  </dt>
                  <dd>{content(column, row)}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
