import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { readingEndpoints } from "#shared/readings.ts";
import { writtenAverage, writtenCount, writtenPercent } from "#web/lib/figures.ts";

type Summary = ResponseOf<typeof readingEndpoints.listReadings>["summary"];

/** A dash for an average or a percentage of no calls. */
const ofCalls = ({ tot_calls }: Summary, written: string) => (tot_calls === 0 ? "–" : written);

const figures: readonly { label: string; written: (summary: Summary) => string }[] = [
  { label: "Total", written: ({ tot_calls }) => writtenCount(tot_calls) },
  { label: "Repeat", written: ({ rep_calls }) => writtenCount(rep_calls) },
  { label: "Free Minutes", written: ({ free_mins }) => writtenCount(free_mins) },
  { label: "Total Minutes", written: ({ tot_mins }) => writtenCount(tot_mins) },
  { label: "Repeat Minutes", written: ({ rep_mins }) => writtenCount(rep_mins) },
  { label: "Repeat Pct", written: (sums) => ofCalls(sums, `${writtenPercent(sums.rep_pct)}%`) },
  { label: "Missed", written: ({ miss_calls }) => writtenCount(miss_calls) },
  { label: "ALC", written: (sums) => ofCalls(sums, writtenAverage(sums.alc)) },
];

/** The figures of the whole range, not only of the shown page; dashes while they load. */
export function ReadingsSummary({ summary }: { summary: Summary | undefined }) {
  return (
    <dl className="totals is-columns" aria-label="Summary">
      {figures.map(({ label, written }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{summary ? written(summary) : "–"}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Says which readings the summary counts. */
export function WhatIsCounted() {
  return (
    <p className="help">
      Total counts only readings with minutes. Missed counts No Answer, Busy, Declined and
      Voicemail. Others, such as Refused, are only in the list.
    </p>
  );
}
