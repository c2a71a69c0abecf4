import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type Reading, readingEndpoints } from "../../../shared/readings.ts";
import { payPeriod } from "../../../shared/rules/pay-period.ts";
import { call } from "../../api/call.ts";
import { query } from "../../api/query.ts";
import { useNewYorkToday } from "../../lib/use-new-york-today.ts";
import { DateRangeForm } from "../../ui/date-range-form.tsx";
import { ExportButton } from "../../ui/table/export-button.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { type ListDefaults, pageQuery, rangeQuery } from "../../ui/table/list-view.ts";
import { useListView, useRange } from "../../ui/table/use-list-view.ts";
import { RatingModal } from "./rating-modal.tsx";
import { type OpenReading, readingsColumns } from "./readings-columns.tsx";
import { ReadingsSummary } from "./readings-summary.tsx";
import { RecordingModal } from "./recording-modal.tsx";

interface ReadingsListProps {
  psychicId: number;
  /** Begins the file's name. */
  username: string;
  /** A weekday, 1 Sunday to 7 Saturday: the list begins with its present pay period. */
  payDay: number;
  /** A psychic's own view: without Id, Rate, Call Revenue and Play Call (R28). */
  limited?: boolean;
}

const compact = ["call_date", "username", "duration"];

function useReadingsColumns(limited: boolean) {
  const [rated, setRated] = useState<Reading>();
  const [recorded, setRecorded] = useState<Reading>();
  const groups = useMemo(() => {
    const open: OpenReading = { rating: setRated, recording: setRecorded };
    return readingsColumns(limited, open);
  }, [limited]);
  return { groups, rated, setRated, recorded, setRecorded };
}

function useReadingsView(groups: ReturnType<typeof readingsColumns>) {
  const defaults = useMemo<ListDefaults>(
    () => ({
      sort: { column: "call_date", order: "desc" },
      size: 10,
      sortable: new Set(groups.flatMap(({ columns }) => columns.map(({ key }) => key))),
    }),
    [groups],
  );
  return useListView(defaults);
}

/** A psychic's readings of a range of days, the latest first, with their sums. */
export function ReadingsList(props: ReadingsListProps) {
  const { psychicId, username, payDay, limited = false } = props;
  const today = useNewYorkToday();
  const [range, setRange] = useRange(payPeriod(payDay, today));
  const { groups, rated, setRated, recorded, setRecorded } = useReadingsColumns(limited);
  const { view, change } = useReadingsView(groups);
  const params = { id: String(psychicId) };
  const asked = { ...rangeQuery(range), ...pageQuery(view) };
  const { data, isFetching, ...result } = useQuery({
    ...query(readingEndpoints.listReadings, { params, query: asked }),
    placeholderData: keepPreviousData,
  });

  return (
    <>
      <div className="controls">
        <DateRangeForm
          range={range}
          today={today}
          busy={result.isPlaceholderData && isFetching}
          onRange={setRange}
        />
        <ExportButton
          name={`${username} readings ${range.start} to ${range.end} ET`}
          groups={groups}
          fetchPage={async (limit, offset) => {
            const page = await call(readingEndpoints.listReadings, {
              params,
              query: { ...asked, limit: String(limit), offset: String(offset) },
            });
            return { rows: page.readings, total: page.total };
          }}
        />
      </div>
      <div className="section-head">
        <ReadingsSummary summary={data?.summary} />
      </div>
      <ListTable
        label={`Readings of ${username}`}
        what="readings"
        noun="readings"
        groups={groups}
        compact={compact}
        rowKey={(row) => row.connection_id ?? `${row.call_date} ${row.customer_id}`}
        list={{ rows: data?.readings, total: data?.total, ...result }}
        view={view}
        change={change}
        about={`${range.start} ${range.end}`}
        empty={{
          title: "No readings on these dates",
          text: "Choose other dates above. A call or chat stands here as soon as it has ended.",
        }}
      />
      {rated && <RatingModal reading={rated} onClose={() => setRated(undefined)} />}
      {recorded?.connection_id && (
        <RecordingModal
          psychicId={psychicId}
          reading={recorded}
          connection={recorded.connection_id}
          onClose={() => setRecorded(undefined)}
        />
      )}
    </>
  );
}
