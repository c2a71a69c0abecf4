import { columnMeaning } from "#shared/rules/metrics.ts";
import type { StatisticsRow } from "#shared/statistics.ts";
import { writtenAverage, writtenCount, writtenMoney, writtenPercent } from "#web/lib/figures.ts";
import { KnownLink } from "#web/ui/known-paths.tsx";
import type { ColumnGroup, TextColumn } from "#web/ui/table/column.ts";
import { figuresOf, perCount } from "#web/ui/table/figures-of.ts";
import { RowMark } from "../row-mark.tsx";

type Figure = keyof typeof columnMeaning;
type Written = (value: number) => string;
type Count = (row: StatisticsRow) => number;

const columnOf = figuresOf<StatisticsRow>();

const figure = (key: Figure, title: string, name: string, written: Written) =>
  columnOf(key, title, name, columnMeaning[key], written);

/** An average or a percentage of what `of` counts. */
const share = (key: Figure, title: string, name: string, written: Written, of: Count) =>
  perCount(figure(key, title, name, written), of);

const allCalls: Count = (row) => row.total_calls;
const callMinutes: Count = (row) => row.new_call_mins + row.rep_call_mins;
const chatMinutes: Count = (row) => row.new_chat_mins + row.rep_chat_mins;

export const agent: TextColumn<StatisticsRow> = {
  kind: "text",
  key: "user_name",
  title: "Agent",
  name: "Agent",
  sortable: true,
  marked: true,
  short: true,
  text: (row) => row.user_name,
  cell: (row) => (
    <>
      <RowMark userName={row.user_name} />
      <KnownLink to={`/psychics/${row.agent_user_id}`}>{row.user_name}</KnownLink>
    </>
  ),
};

const extension: TextColumn<StatisticsRow> = {
  kind: "text",
  key: "phone_extension",
  title: "Ext.",
  name: "Extension",
  sortable: true,
  text: (row) => row.phone_extension,
};

export const totalCalls = figure(
  "total_calls",
  "Calls\u00a0and chats",
  "Total calls",
  writtenCount,
);
export const totalMinutes = figure("tot_mins", "Min.", "Total minutes", writtenCount);
export const totalRevenue = figure("total_revenue", "Revenue", "Total revenue", writtenMoney);

/** All columns of /statistics, in R35's order. */
export const statisticsColumns: readonly ColumnGroup<StatisticsRow>[] = [
  { title: null, columns: [agent, extension] },
  {
    title: "Total",
    columns: [
      totalCalls,
      share("rev_per_call", "Rev.\u00a0/ call", "Revenue per call", writtenMoney, allCalls),
      totalMinutes,
      share("alc", "Avg. min.", "Average call length", writtenAverage, allCalls),
      totalRevenue,
    ],
  },
  {
    title: "Per-minute calls",
    columns: [
      figure("per_min_calls", "Calls", "Per-minute calls", writtenCount),
      figure("per_min_call_mins", "Min.", "Minutes", writtenCount),
      share("per_min_call_pct", "%", "Percent of call minutes", writtenPercent, callMinutes),
    ],
  },
  {
    title: "Per-minute chats",
    columns: [
      figure("per_min_chats", "Chats", "Per-minute chats", writtenCount),
      figure("per_min_chat_mins", "Min.", "Minutes", writtenCount),
      share("per_min_chat_pct", "%", "Percent of chat minutes", writtenPercent, chatMinutes),
    ],
  },
  {
    title: "New calls",
    columns: [
      figure("new_calls", "Calls", "New calls", writtenCount),
      figure("new_call_mins", "Min.", "Minutes", writtenCount),
      share("new_call_avg", "Avg.", "Average minutes", writtenAverage, (row) => row.new_calls),
    ],
  },
  {
    title: "New chats",
    columns: [
      figure("new_chats", "Chats", "New chats", writtenCount),
      figure("new_chat_mins", "Min.", "Minutes", writtenCount),
      share("new_chat_avg", "Avg.", "Average minutes", writtenAverage, (row) => row.new_chats),
    ],
  },
  {
    title: null,
    columns: [share("rep_call_pct", "Repeat Pct", "Repeat Pct", writtenPercent, allCalls)],
  },
  {
    title: "Repeat calls",
    columns: [
      figure("rep_calls", "Calls", "Repeat calls", writtenCount),
      figure("rep_call_mins", "Min.", "Minutes", writtenCount),
      share("rep_calls_avg", "Avg.", "Average minutes", writtenAverage, (row) => row.rep_calls),
    ],
  },
  {
    title: "Repeat chats",
    columns: [
      figure("rep_chats", "Chats", "Repeat chats", writtenCount),
      figure("rep_chat_mins", "Min.", "Minutes", writtenCount),
      share("rep_chat_avg", "Avg.", "Average minutes", writtenAverage, (row) => row.rep_chats),
    ],
  },
  {
    title: null,
    columns: [
      figure("free_psychic_mins", "Free min.", "Free minutes", writtenCount),
      figure("total_missed", "Missed", "Missed", writtenCount),
    ],
  },
];

export const sortableColumns: ReadonlySet<string> = new Set(
  statisticsColumns.flatMap(({ columns }) => columns.map(({ key }) => key)),
);
