import { columnMeaning } from "#shared/rules/metrics.ts";
import type { StatisticsRow } from "#shared/statistics.ts";
import { writtenCount, writtenMoney } from "#web/lib/figures.ts";
import { KnownLink } from "#web/ui/known-paths.tsx";
import type { Column, ColumnGroup } from "#web/ui/table/column.ts";
import "./dashboard.scss";

/** A row of statistics with its rank by revenue. */
export interface TopPsychic extends StatisticsRow {
  rank: number;
  /** The psychic's revenue as a share of the best psychic's, 0 to 1. */
  share: number;
}

const extension: Column<TopPsychic> = {
  kind: "text",
  key: "phone_extension",
  title: "Ext.",
  name: "Extension",
  sortable: false,
  text: (row) => row.phone_extension,
};

/** On a phone the extension is below the name, so that the revenue fits. */
export const topPsychicColumns = (compact: boolean): readonly ColumnGroup<TopPsychic>[] => [
  {
    title: null,
    columns: [
      {
        kind: "text",
        key: "rank",
        title: "Rank",
        name: "Rank",
        sortable: false,
        narrow: true,
        text: (row) => writtenCount(row.rank),
      },
      {
        kind: "text",
        key: "user_name",
        title: "Psychic",
        name: "Psychic",
        sortable: false,
        text: (row) => row.user_name,
        cell: (row) => (
          <>
            <KnownLink to={`/psychics/${row.agent_user_id}`}>{row.user_name}</KnownLink>
            {compact && <small className="cell-note">Ext. {row.phone_extension}</small>}
          </>
        ),
      },
      ...(compact ? [] : [extension]),
      {
        kind: "figure",
        key: "total_calls",
        title: "Calls and Chats",
        name: "Calls and chats",
        meaning: columnMeaning.total_calls,
        sortable: false,
        figure: (row) => row.total_calls,
        written: writtenCount,
      },
      {
        kind: "figure",
        key: "tot_mins",
        title: "Min.",
        name: "Total minutes",
        meaning: columnMeaning.tot_mins,
        sortable: false,
        figure: (row) => row.tot_mins,
        written: writtenCount,
      },
      {
        kind: "figure",
        key: "total_revenue",
        title: "Revenue",
        name: "Total revenue",
        meaning: columnMeaning.total_revenue,
        sortable: false,
        figure: (row) => row.total_revenue,
        written: writtenMoney,
        cell: (row) => (
          <>
            {writtenMoney(row.total_revenue)}
            <span className="share-bar" style={{ inlineSize: `${row.share * 100}%` }} />
          </>
        ),
      },
    ],
  },
];
