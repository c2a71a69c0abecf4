import type { IngestedReading } from "#shared/ingest.ts";
import { linesOf } from "#shared/rules/paragraphs.ts";
import { utc } from "./utc.ts";

/** A batch as `ingest_readings` takes it. */
export interface ReadingColumns {
  /** Array literals in the order of the function's parameters after `mode`. */
  columns: (string | null)[];
  /** For each place in the first two columns the reading's place in the batch. */
  origin: number[];
}

const text = (value: string) =>
  /["\\]/.test(value) ? `"${value.replace(/["\\]/g, "\\$&")}"` : `"${value}"`;

/** A customer's words without markup, on their lines (D33). */
const plainText = (words: string) => linesOf(words).join("\n");

const cents = (dollars: number) => Math.round(dollars * 100);

/**
 * Writes a batch column by column, sorted by connection_id, of equal ones only the last. The
 * psychics of those that it replaces come last, to be looked up only. Written as one loop over
 * text: this is half of what a batch costs on our side.
 */
export function readingColumns(readings: readonly IngestedReading[]): ReadingColumns {
  const last = new Map(readings.map(({ connection_id }, place) => [connection_id, place]));
  const kept = [...last].sort(([one], [other]) => (one < other ? -1 : 1));
  const origin: number[] = [];
  let [users, extensions, ids, customers, names, types, starts] = ["", "", "", "", "", "", ""];
  let [lengths, free, paid, rates, revenues, results] = ["", "", "", "", "", ""];
  let [ratings, comments, recordings] = ["", "", ""];
  let named = false;

  const addPsychic = (reading: IngestedReading, place: number) => {
    const comma = origin.length === 0 ? "" : ",";
    origin.push(place);
    users += comma + (reading.user_id ?? "NULL");
    extensions += comma + (reading.extension ?? "NULL");
    named ||= Boolean(reading.extension);
  };

  for (const [, place] of kept) {
    const reading = readings[place] as IngestedReading;
    const comma = origin.length === 0 ? "" : ",";
    addPsychic(reading, place);
    ids += `${comma}"${reading.connection_id}"`;
    customers += comma + reading.customer_id;
    names += comma + text(reading.customer_username);
    types += comma + reading.conn_type;
    starts += comma + utc(reading.started_at);
    lengths += comma + reading.minutes;
    free += comma + reading.free_minutes;
    paid += comma + reading.paid_minutes;
    rates += comma + cents(reading.rate);
    revenues += comma + cents(reading.revenue);
    results += comma + text(reading.result);
    ratings += comma + (reading.rating ?? "NULL");
    const comment = reading.rating_text && plainText(reading.rating_text);
    comments += comma + (comment ? text(comment) : "NULL");
    recordings += comma + (reading.has_recording ?? false);
  }
  if (kept.length < readings.length) {
    readings.forEach((reading, place) => {
      if (last.get(reading.connection_id) !== place) addPsychic(reading, place);
    });
  }

  return {
    columns: [
      `{${users}}`,
      named ? `{${extensions}}` : null,
      ...[ids, customers, names, types, starts, lengths, free, paid, rates, revenues, results],
      ...[ratings, comments, recordings],
    ].map((column, index) => (index < 2 ? column : `{${column}}`)),
    origin,
  };
}
