import type { StatisticsRow } from "../../shared/statistics.ts";
import { Modal } from "../ui/modal.tsx";
import { cellText } from "../ui/table/column.ts";
import { statisticsColumns } from "./statistics-columns.ts";

/** Every figure of one psychic, as the desktop's table shows them in a row. */
export function StatisticsDetail({ row, onClose }: { row: StatisticsRow; onClose: () => void }) {
  return (
    <Modal title={row.user_name} onClose={onClose}>
      {statisticsColumns.map(({ title, columns }) => (
        <section key={columns[0]?.key} className="figure-group">
          {title && <h3>{title}</h3>}
          <dl className="figure-list">
            {columns
              .filter(({ key }) => key !== "user_name")
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
