import { Icon } from "../icon.tsx";
import { type Column, type ColumnGroup, cellClasses } from "./column.ts";
import type { HeaderHelpProps } from "./use-header-help.tsx";
import "./data-table.scss";
import "./table-head.scss";

export interface Sort {
  column: string;
  order: "asc" | "desc";
}

/** A new column starts descending; the same one flips. */
export function nextSort(sort: Sort, column: string): Sort {
  const flips = sort.column === column && sort.order === "desc";
  return { column, order: flips ? "asc" : "desc" };
}

interface HeaderProps<Row> {
  column: Column<Row>;
  group: string | null;
  rowSpan: number | undefined;
  endsGroup: boolean;
  /** The id of the paragraph that explains the column. */
  meaningId: string;
  sort: Sort | undefined;
  onSort: ((column: string) => void) | undefined;
}

const ariaSort = { asc: "ascending", desc: "descending" } as const;

function Header<Row>({ column, group, sort, onSort, ...rest }: HeaderProps<Row>) {
  const { key, title, meaning, sortable, head } = column;
  const order = sort?.column === key ? sort.order : null;
  const names = [...cellClasses(column), order && "is-sorted", rest.endsGroup && "ends-group"];
  const words = (
    <span>
      {group && <span className="is-sr-only">{group}: </span>}
      {title}
    </span>
  );
  return (
    <th
      scope="col"
      rowSpan={rest.rowSpan}
      className={names.filter(Boolean).join(" ") || undefined}
      aria-sort={order ? ariaSort[order] : undefined}
      aria-label={head ? column.name : undefined}
    >
      {head ? (
        head
      ) : sortable && sort && onSort ? (
        <button
          type="button"
          className="sort-button"
          data-meaning={meaning}
          aria-describedby={meaning && rest.meaningId}
          onClick={() => onSort(key)}
        >
          {words}
          <Icon name={order === "asc" ? "ascending" : "descending"} size={14} />
        </button>
      ) : (
        <span className="plain-header" data-meaning={meaning}>
          {words}
        </span>
      )}
    </th>
  );
}

interface TableHeadProps<Row> {
  id: string;
  groups: readonly ColumnGroup<Row>[];
  sort: Sort | undefined;
  onSort: ((column: string) => void) | undefined;
  helpProps: HeaderHelpProps;
}

/** One row of headers, or two if columns are grouped. */
export function TableHead<Row>({ id, groups, sort, onSort, helpProps }: TableHeadProps<Row>) {
  const grouped = groups.some((group) => group.title !== null);
  const headers = ({ title, columns }: ColumnGroup<Row>) =>
    columns.map((column, place) => (
      <Header
        key={column.key}
        column={column}
        group={title}
        rowSpan={grouped && title === null ? 2 : undefined}
        endsGroup={title !== null && place === columns.length - 1}
        meaningId={`${id}-${column.key}`}
        sort={sort}
        onSort={onSort}
      />
    ));
  return (
    <thead {...helpProps}>
      <tr>
        {groups.map((group) =>
          group.title === null ? (
            headers(group)
          ) : (
            <th
              key={group.title}
              colSpan={group.columns.length}
              scope="colgroup"
              className="group-header ends-group"
            >
              {group.title}
            </th>
          ),
        )}
      </tr>
      {grouped && (
        <tr>{groups.flatMap((group) => (group.title === null ? [] : headers(group)))}</tr>
      )}
    </thead>
  );
}
