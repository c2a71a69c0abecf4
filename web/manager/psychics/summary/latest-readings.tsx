import { useQuery } from "@tanstack/react-query";
import { type Reading, readingEndpoints } from "#shared/readings.ts";
import { lastDays } from "#shared/rules/date-range.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { query } from "#web/api/query.ts";
import { businessTime } from "#web/lib/dates.ts";
import { writtenCount, writtenMoney } from "#web/lib/figures.ts";
import { rangeQuery } from "#web/lib/range-query.ts";
import { useMobile } from "#web/lib/use-media.ts";
import { EmptyPanel } from "#web/ui/empty-panel.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import type { ColumnGroup } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { OldNote } from "#web/ui/table/old-note.tsx";
import { When } from "#web/ui/when.tsx";

const latestCount = 5;
/** The days in which to look for the latest readings. */
const searchedDays = 60;

const figure = (
  key: "duration" | "paid_mins" | "revenue",
  title: string,
  written = writtenCount,
) => ({
  kind: "figure" as const,
  key,
  title,
  name: title,
  sortable: false,
  figure: (row: Reading) => row[key] ?? 0,
  written,
});

/** On a phone the minutes are below the member, so that the revenue fits. */
const columns = (compact: boolean): readonly ColumnGroup<Reading>[] => [
  {
    title: null,
    columns: [
      {
        kind: "text",
        key: "call_date",
        title: "Date",
        name: "Date",
        sortable: false,
        text: (row) => businessTime(row.call_date),
        cell: (row) => <When text={businessTime(row.call_date)} />,
      },
      {
        kind: "text",
        key: "username",
        title: "Member",
        name: "Member",
        sortable: false,
        text: (row) => row.username,
        cell: (row) => (
          <>
            {row.username}
            {compact && (
              <small className="cell-note">
                {writtenCount(row.duration)} min., {writtenCount(row.paid_mins)} paid
              </small>
            )}
          </>
        ),
      },
      ...(compact
        ? []
        : [figure("duration", "Duration (min.)"), figure("paid_mins", "Paid (min.)")]),
      figure("revenue", "Revenue", writtenMoney),
    ],
  },
];

/** The five latest readings of one psychic. */
export function LatestReadings({ id, today }: { id: number; today: string }) {
  const mobile = useMobile();
  const result = useQuery(
    query(readingEndpoints.listReadings, {
      params: { id: String(id) },
      query: { ...rangeQuery(lastDays(searchedDays, today)), limit: String(latestCount) },
    }),
  );
  const { data, error } = result;
  const failed = error !== null && !data;
  const instead = failed ? (
    <FailurePanel
      title="The readings could not be loaded"
      text={sentenceOf(error)}
      onRetry={result.refetch}
    />
  ) : (
    data?.total === 0 && (
      <EmptyPanel
        title={`No readings in the last ${searchedDays} days`}
        text="Each call or chat appears here shortly after it ends."
      />
    )
  );
  return (
    <div>
      <div className="section-head">
        <h2 className="section-title">Latest Readings</h2>
      </div>
      {data && <OldNote {...result} />}
      <DataTable
        label="Latest Readings"
        groups={columns(mobile)}
        rows={failed ? [] : data?.readings}
        rowKey={(row) => row.connection_id ?? row.call_date}
        view={String(id)}
        expectedRows={latestCount}
        instead={instead}
      />
    </div>
  );
}
