import type { PsychicRow } from "#shared/psychics.ts";
import { columnMeaning } from "#shared/rules/metrics.ts";
import { businessTime } from "#web/lib/dates.ts";
import { writtenAverage, writtenPercent } from "#web/lib/figures.ts";
import { StatusTag } from "#web/ui/status-tag.tsx";
import type { ColumnGroup, FigureColumn, TextColumn } from "#web/ui/table/column.ts";
import { figuresOf, perCount } from "#web/ui/table/figures-of.ts";
import { RowMark } from "../row-mark.tsx";
import { PsychicLink } from "./psychic-link.tsx";
import "./psychics.scss";

const nameColumn = (
  key: "last_name" | "first_name",
  title: string,
  name: string,
  usual: number,
): TextColumn<PsychicRow> => ({
  kind: "text",
  key,
  title,
  name,
  sortable: true,
  short: true,
  usual,
  text: (row) => row[key],
});

const figure = figuresOf<PsychicRow>();

const perCalls = (column: FigureColumn<PsychicRow>) =>
  perCount(column, ({ total_calls }) => total_calls);

const agent: TextColumn<PsychicRow> = {
  kind: "text",
  key: "user_name",
  title: "Agent",
  name: "Agent",
  sortable: true,
  short: true,
  usual: 5,
  text: (row) => row.user_name,
};

const markedAgent: TextColumn<PsychicRow> = {
  ...agent,
  marked: true,
  cell: (row) => (
    <>
      <RowMark userName={row.user_name} />
      <PsychicLink list="ranked" id={row.user_id} name={row.user_name} />
    </>
  ),
};

/** All columns of /psychics, in R16's order. */
export const psychicsColumns: readonly ColumnGroup<PsychicRow>[] = [
  {
    title: null,
    columns: [
      markedAgent,
      nameColumn("last_name", "Last Nm.", "Last Name", 6),
      nameColumn("first_name", "First Nm.", "First Name", 5),
      {
        kind: "text",
        key: "phone_extension",
        title: "Ext.",
        name: "Extension",
        sortable: true,
        usual: 3,
        text: (row) => row.phone_extension,
      },
      { ...figure("total_mins", "Tot. Min.", "Total Minutes", columnMeaning.tot_mins), usual: 2.3 },
      {
        ...figure("rep_mins", "Rep. Min.", "Repeat Minutes", "Minutes of repeat calls and chats"),
        usual: 2.3,
      },
      figure("total_calls", "Tot. Calls", "Total Calls", columnMeaning.total_calls),
      figure("rep_calls", "Rep. Calls", "Repeat Calls", "Calls and chats that are not new"),
      figure("total_missed", "Miss. Calls", "Missed Calls", columnMeaning.total_missed),
      {
        ...perCalls(
          figure(
            "rep_call_pct",
            "% Rep.",
            "Repeat Pct",
            columnMeaning.rep_call_pct,
            writtenPercent,
          ),
        ),
        usual: 1.8,
      },
      {
        ...perCalls(
          figure("alc", "ALC", "Average Length of Call", columnMeaning.alc, writtenAverage),
        ),
        usual: 2.3,
      },
      {
        kind: "text",
        key: "date",
        title: "Signup Date",
        name: "Signup Date",
        sortable: true,
        usual: 4.6,
        text: (row) => businessTime(row.date).slice(0, 10),
      },
      {
        kind: "text",
        key: "account_status",
        title: "Status",
        name: "Account Status",
        sortable: true,
        usual: 4,
        text: (row) => row.account_status,
        cell: (row) => <StatusTag status={row.account_status} />,
      },
      figure("ranking", "Rnk", "Rank", "Rank by revenue on these dates"),
      figure("free_minutes", "Free Min.", "Free Minutes", columnMeaning.free_psychic_mins),
    ],
  },
];

const names = ["last_name", "first_name"];

/** The same on a small laptop: the names are below the username, which has no mark here. */
export const laptopColumns: readonly ColumnGroup<PsychicRow>[] = psychicsColumns.map(
  ({ title, columns }) => ({
    title,
    columns: columns
      .filter(({ key }) => !names.includes(key))
      .map((column) =>
        column === markedAgent
          ? { ...agent, cell: agentWithNames, elastic: true as const }
          : column,
      ),
  }),
);

function agentWithNames(row: PsychicRow) {
  const names = `${row.first_name} ${row.last_name}`;
  return (
    <>
      <PsychicLink list="ranked" id={row.user_id} name={row.user_name} />
      <small className="cell-note psychic-names" title={names}>
        {names}
      </small>
    </>
  );
}
