import type { TextColumn } from "#web/ui/table/column.ts";
import type { NamedCustomer } from "./customer-readings-modal.tsx";
import "#web/ui/table/data-table.scss";

/** The member's name, a button that opens the readings with the psychic. */
export const memberColumn = <Row extends NamedCustomer>(
  open: (row: Row) => void,
): TextColumn<Row> => ({
  kind: "text",
  key: "username",
  title: "Member",
  name: "Member",
  sortable: true,
  text: (row) => row.username,
  cell: (row) => (
    <button type="button" className="cell-button" onClick={() => open(row)}>
      <span>{row.username}</span>
    </button>
  ),
});
