import { Modal } from "../modal.tsx";
import { type ColumnGroup, cellText } from "./column.ts";

interface RowDetailProps<Row> {
  title: string;
  groups: readonly ColumnGroup<Row>[];
  row: Row;
  onClose: () => void;
}

/** Everything of one row, as the desktop's table shows it; its first column is the title. */
export function RowDetail<Row>({ title, groups, row, onClose }: RowDetailProps<Row>) {
  const named = groups[0]?.columns[0];
  return (
    <Modal title={title} onClose={onClose}>
      {groups.map((group) => (
        <section key={group.columns[0]?.key} className="figure-group">
          {group.title && <h3>{group.title}</h3>}
          <dl className="figure-list">
            {group.columns
              .filter((column) => column !== named)
              .map((column) => (
                <div key={column.key}>
                  <dt>
                    {column.name}
                    {column.meaning && <small>{column.meaning}</small>}
                  </dt>
                  <dd>{cellText(column, row)}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
