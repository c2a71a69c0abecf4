import { binaryArray, type NumericType, postgresTime } from "#server/db/binary-array.ts";
import type { IngestedReading } from "#shared/ingested-reading.ts";
import { linesOf } from "#shared/rules/paragraphs.ts";

interface BatchColumn {
  type: string;
  /** Name of the SQL functions' array. In PL/pgSQL it must differ from the column's name. */
  array: string;
  /** Writes the array of these readings, in PostgreSQL's text or binary format. */
  write: (readings: readonly IngestedReading[]) => string | Buffer;
}

const quoted = (text: string) =>
  /["\\]/.test(text) ? `"${text.replace(/["\\]/g, "\\$&")}"` : `"${text}"`;
const cents = (dollars: number) => Math.round(dollars * 100);

/** A customer's words without markup, line by line. */
const plainText = (words: string) => linesOf(words).join("\n");

/** A column of numbers. */
const numbers = (
  type: NumericType,
  array: string,
  numberOf: (reading: IngestedReading) => number | null,
): BatchColumn => ({ type, array, write: (readings) => binaryArray(type, readings, numberOf) });

/** A column of other values. `element` writes one in PostgreSQL's notation of an array. */
const texts = (
  type: string,
  array: string,
  element: (reading: IngestedReading) => string | boolean,
): BatchColumn => ({ type, array, write: (readings) => textArray(readings, element) });

/**
 * The columns of a reading in a batch, apart from its psychic. All SQL that stores readings is made
 * from this list. The functions in readings-sql.ts take the arrays in this order. A new column
 * comes last: the function without its array stays in the database for older releases.
 */
export const batchColumns = {
  connection_id: texts("text", "connection_ids", (reading) => `"${reading.connection_id}"`),
  customer_id: numbers("bigint", "customer_ids", (reading) => reading.customer_id),
  customer_username: texts("text", "customer_usernames", (reading) =>
    quoted(reading.customer_username),
  ),
  conn_type: texts("text", "conn_types", (reading) => reading.conn_type),
  started_at: numbers("timestamptz", "starts", (reading) =>
    postgresTime(Date.parse(reading.started_at)),
  ),
  minutes: numbers("integer", "lengths", (reading) => reading.minutes),
  free_minutes: numbers("integer", "free", (reading) => reading.free_minutes),
  paid_minutes: numbers("integer", "paid", (reading) => reading.paid_minutes),
  rate_cents: numbers("integer", "rates", (reading) => cents(reading.rate)),
  revenue_cents: numbers("integer", "revenues", (reading) => cents(reading.revenue)),
  result: texts("text", "results", (reading) => quoted(reading.result)),
  rating: numbers("smallint", "ratings", (reading) => reading.rating ?? null),
  rating_text: texts("text", "rating_texts", ({ rating_text }) => {
    const words = rating_text && plainText(rating_text);
    return words ? quoted(words) : "NULL";
  }),
  has_recording: texts("boolean", "recordings", (reading) => reading.has_recording ?? false),
};

/** A batch as the SQL takes it. */
export interface ReadingBatch {
  /** For each index of the next two arrays: the index of its reading in the batch. */
  origin: number[];
  /** Arrays as parameters. The extensions are null if no psychic is named by one. */
  users: Buffer;
  extensions: string | null;
  columns: (string | Buffer)[];
}

const columnNames = Object.keys(batchColumns);
const allColumns: BatchColumn[] = Object.values(batchColumns);
/** The customer's name is stored with the customer, so `readings` has no such column. */
const isStored = (_: unknown, place: number) => columnNames[place] !== "customer_username";
const stored = columnNames.filter(isStored);

/** The arrays of a batch that go into `readings`. */
export const storedOnly = <T>(ofAll: readonly T[]): T[] => ofAll.filter(isStored);

// Parts of SQL that name every column.
/** The columns of `readings` that a batch fills. */
export const readingsColumns = (alias = "") =>
  ["psychic_id", ...stored].map((name) => alias + name).join(", ");
/** The functions' parameters, and the same as arguments. */
export const batchParameters = allColumns.map(({ array, type }) => `${array} ${type}[]`).join(", ");
export const batchArguments = allColumns.map(({ array }) => array).join(", ");
const storedArrays = storedOnly(allColumns).map(({ array }) => array);
export const storedTypes = storedOnly(allColumns).map(({ type }) => type);
/** A batch as rows `i`, with the psychic and start of the stored reading, if there is one. */
export const batchRows = `unnest(psychic_ids[1:size], ${storedArrays.join(", ")}, old_psychics, old_starts)
              i (${readingsColumns()}, old_psychic, old_start)`;
/**
 * The readings of a batch in a select list, without the psychics and starts of stored readings.
 * Only for a batch whose `psychic_ids` has no surplus.
 */
export const unnestedBatch = [
  "unnest(psychic_ids) as psychic_id",
  ...stored.map((name, place) => `unnest(${storedArrays[place]}) as ${name}`),
].join(", ");

/**
 * Writes a batch column by column, sorted by connection_id. If readings have the same id, only the
 * last one counts. The psychics of the others come at the end of `users` and `extensions`, so that
 * unknown psychics are reported all the same.
 */
export function readingBatch(readings: readonly IngestedReading[]): ReadingBatch {
  const last = new Map(readings.map(({ connection_id }, place) => [connection_id, place]));
  const places = [...last]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, place]) => place);
  const rows = places.map((place) => readings[place] as IngestedReading);
  const columns = allColumns.map(({ write }) => write(rows));
  const origin = [...places];
  if (rows.length < readings.length) {
    readings.forEach(({ connection_id }, place) => {
      if (last.get(connection_id) !== place) origin.push(place);
    });
  }
  const named = origin.map((place) => readings[place] as IngestedReading);
  return {
    origin,
    users: binaryArray("integer", named, ({ user_id }) => user_id ?? null),
    extensions: named.some(({ extension }) => extension)
      ? textArray(named, ({ extension }) => extension ?? "NULL")
      : null,
    columns,
  };
}

/** One loop over text, because writing the arrays takes half of the process's time for a batch. */
function textArray(
  rows: readonly IngestedReading[],
  element: (reading: IngestedReading) => string | boolean,
): string {
  let text = "{";
  let comma = "";
  for (const row of rows) {
    text += comma + element(row);
    comma = ",";
  }
  return `${text}}`;
}
