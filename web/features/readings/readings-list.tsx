import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type Reading, readingEndpoints } from "#shared/readings.ts";
import { missedResults } from "#shared/rules/metrics.ts";
import { payPeriod } from "#shared/rules/pay-period.ts";
import { call } from "#web/api/call.ts";
import { listQuery } from "#web/api/list-query.ts";
import { useMay } from "#web/api/use-may.ts";
import { businessClock, businessTimeToSecond, businessWeekday } from "#web/lib/dates.ts";
import { useNewYorkToday } from "#web/lib/use-new-york-today.ts";
import { useOnline } from "#web/lib/use-online.ts";
import type { Cards } from "#web/ui/table/cards.tsx";
import { columnKeys } from "#web/ui/table/column.ts";
import { writtenMinutes } from "#web/ui/table/counted.ts";
import { RangedList } from "#web/ui/table/ranged-list.tsx";
import { useRangedList } from "#web/ui/table/use-ranged-list.ts";
import { RatingModal } from "./rating-modal.tsx";
import { readingsColumns } from "./readings-columns.tsx";
import { ReadingsSummary, WhatIsCounted } from "./readings-summary.tsx";
import { RecordingModal } from "./recording-modal.tsx";
import "./readings.scss";

interface ReadingsListProps {
  psychicId: number;
  username: string;
  /** A weekday, 1 Sunday to 7 Saturday. The list starts with the current pay period. */
  payDay: number;
  /** The psychic's own list, without Id, Rate, Call Revenue and Play Call (R28). */
  limited?: boolean;
}

/** On a tablet. A psychic's own list has no revenue. */
const compact = [
  ...["call_date", "username", "duration"],
  ...["paid_mins", "revenue", "result", "rating"],
];
const cards: Cards<Reading> = {
  name: "username",
  figures: [{ key: "duration", written: (row) => writtenMinutes(row.duration) }],
  days: {
    key: "call_date",
    dayOf: (row) => businessWeekday(row.call_date),
    below: (row, isGrouped) => {
      const time = (isGrouped ? businessClock : businessTimeToSecond)(row.call_date);
      return `${time} · ${row.result}`;
    },
    end: ({ result }, written) =>
      isMissed(result) ? <span className="missed-result">Missed</span> : written,
  },
};
const latestFirst = { column: "call_date", order: "desc" } as const;

const isMissed = (result: string) => missedResults.some((missed) => missed === result);

const none = {
  title: "No readings on these dates",
  text: "Choose other dates. A call or chat appears here shortly after it has ended.",
};

const noneKept = {
  title: "No readings of these dates on this device",
  text: "You are offline. This device keeps the readings of the last 60 days. Choose other dates, or look again when you are online.",
};

/** A psychic's readings in a range of days, newest first, with their sums. */
export function ReadingsList(props: ReadingsListProps) {
  const { psychicId, username, payDay, limited = false } = props;
  const isKeptOnly = !useOnline() && limited;
  const mayPlay = useMay("play-recordings");
  const [rated, setRated] = useState<Reading>();
  const [recorded, setRecorded] = useState<Reading>();
  const groups = useMemo(
    () =>
      readingsColumns(limited, { rating: setRated, ...(mayPlay && { recording: setRecorded }) }),
    [limited, mayPlay],
  );
  const control = useRangedList(
    { sort: latestFirst, size: 10, sortable: columnKeys(groups) },
    payPeriod(payDay, useNewYorkToday()),
  );
  const params = { id: String(psychicId) };
  const { data, ...result } = useQuery({
    ...listQuery(readingEndpoints.listReadings, "readings", { params, query: control.rangedQuery }),
    placeholderData: keepPreviousData,
  });

  return (
    <>
      <RangedList
        control={control}
        label={`Readings of ${username}`}
        noun="readings"
        fileName={`${username} readings`}
        exported={{ list: "readings", psychicId }}
        groups={groups}
        compact={compact}
        cards={cards}
        rowKey={(row) => row.connection_id ?? `${row.call_date} ${row.customer_id}`}
        list={{ rows: data?.readings, total: data?.total, ...result }}
        fetchPage={async (asked) => {
          const page = await call(readingEndpoints.listReadings, { params, query: asked });
          return { rows: page.readings, total: page.total };
        }}
        empty={isKeptOnly ? noneKept : none}
      >
        <div className="section-head">
          <ReadingsSummary summary={data?.summary} />
          <WhatIsCounted />
        </div>
      </RangedList>
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
