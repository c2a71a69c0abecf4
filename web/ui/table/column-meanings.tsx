import { useState } from "react";
import { type Column, type ColumnGroup, wholeName } from "./column.ts";
import "./column-meanings.scss";

/** Whether the title is not the full name. A title may have a no-break space. */
const isShort = <Row,>({ title, name }: Column<Row>) => name !== title.replaceAll("\u00a0", " ");

/** Whether a column's title alone may be unclear. */
const needsWords = <Row,>(column: Column<Row>) => column.meaning !== undefined || isShort(column);

/**
 * Explains the columns whose titles alone may be unclear, because on a touch screen the finger
 * hides a header's own explanation. A closed list renders no explanation.
 */
export function ColumnMeanings<Row>({ groups }: { groups: readonly ColumnGroup<Row>[] }) {
  const [open, setOpen] = useState(false);
  if (!groups.some(({ columns }) => columns.some(needsWords))) return null;
  return (
    <details className="column-meanings" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>What the columns mean</summary>
      {open && (
        <dl>
          {groups.flatMap((group) =>
            group.columns.filter(needsWords).map((column) => (
              <div key={column.key}>
                <dt>{group.title ? wholeName(group, column) : column.title}</dt>
                <dd>{meaningOf(group, column)}</dd>
              </div>
            )),
          )}
        </dl>
      )}
    </details>
  );
}

/** The full name, if the title is short, and what it counts. */
function meaningOf<Row>(group: ColumnGroup<Row>, column: Column<Row>): string {
  const { name, meaning } = column;
  return [group.title === null && isShort(column) && name, meaning].filter(Boolean).join(": ");
}
