import type { Problem } from "#shared/problems.ts";
import { localTimeToSecond, localZone } from "#web/lib/dates.ts";
import { KnownLink } from "#web/ui/known-paths.tsx";
import type { ColumnGroup, TextColumn } from "#web/ui/table/column.ts";
import { When } from "#web/ui/when.tsx";
import "#web/ui/table/data-table.scss";

const facts: readonly TextColumn<Problem>[] = [
  {
    ...{ kind: "text", key: "date", title: "Date", name: `Date (${localZone()})`, sortable: true },
    sortName: "Date",
    text: (row) => localTimeToSecond(row.date),
    cell: (row) => <When text={localTimeToSecond(row.date)} />,
  },
  {
    ...{ kind: "text", key: "user_name", title: "From", name: "From", sortable: true },
    text: (row) => row.user_name,
    cell: (row) => <KnownLink to={`/psychics/${row.user_id}`}>{row.user_name}</KnownLink>,
  },
  {
    ...{ kind: "text", key: "category", title: "Category", name: "Category", sortable: true },
    text: (row) => row.category,
  },
];

const details: TextColumn<Problem> = {
  ...{ kind: "text", key: "details", title: "Details", name: "Details", sortable: false },
  text: (row) => row.details,
  detail: (row) => <p className="plain-lines">{row.details}</p>,
};

/** The columns of the CSV file: the details themselves instead of a button. */
export const problemsFile: readonly ColumnGroup<Problem>[] = [
  { title: null, columns: [...facts, details] },
];

/** The columns of the table. */
export function problemsColumns(
  onView: (problem: Problem) => void,
): readonly ColumnGroup<Problem>[] {
  return [
    {
      title: null,
      columns: [
        ...facts,
        {
          ...details,
          text: () => "View Details",
          cell: (row) => (
            <button type="button" className="cell-button" onClick={() => onView(row)}>
              <span>View Details</span>
              <span className="is-sr-only"> of {row.user_name}'s report</span>
            </button>
          ),
        },
      ],
    },
  ];
}
