import { useId } from "react";
import { IconButton } from "../button.tsx";
import { type ColumnGroup, wholeName } from "./column.ts";
import type { Sort } from "./table-head.tsx";
import "./sort-control.scss";

interface SortControlProps<Row> {
  groups: readonly ColumnGroup<Row>[];
  sort: Sort;
  onSort: (column: string) => void;
  disabled?: boolean;
}

const orders = {
  desc: { icon: "descending", label: "Descending, change to ascending" },
  asc: { icon: "ascending", label: "Ascending, change to descending" },
} as const;

/** Sorts by any column, including those that a phone does not show. */
export function SortControl<Row>({
  groups,
  sort,
  onSort,
  disabled = false,
}: SortControlProps<Row>) {
  const id = useId();
  return (
    <div className="inline-control sort-control">
      <label htmlFor={id}>Sort by</label>
      <div className="select">
        <select
          id={id}
          value={sort.column}
          disabled={disabled}
          onChange={(event) => onSort(event.target.value)}
        >
          {groups.flatMap((group) =>
            group.columns
              .filter(({ sortable }) => sortable)
              .map((column) => (
                <option key={column.key} value={column.key}>
                  {column.sortName ?? wholeName(group, column)}
                </option>
              )),
          )}
        </select>
      </div>
      <IconButton {...orders[sort.order]} disabled={disabled} onClick={() => onSort(sort.column)} />
    </div>
  );
}
