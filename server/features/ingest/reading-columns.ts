import type { IngestedReading } from "#shared/ingested-reading.ts";
import { linesOf } from "#shared/rules/paragraphs.ts";
import { utc } from "./utc.ts";

interface BatchColumn {
  type: string;
  /** Name of the SQL functions' array. In PL/pgSQL it must differ from the column's name. */
  array: string;
  /** A reading's element in PostgreSQL's notation of an array. */
  element: (reading: IngestedReading) => string | number | boolean;
}

const quoted = (text: string) =>
  /["\\]/.test(text) ? `"${text.replace(/["\\]/g, "\\$&")}"` : `"${text}"`;
const cents = (dollars: number) => Math.round(dollars * 100);

/** A customer's words without markup, line by line. */
const plainText = (words: string) => linesOf(words).join("\n");

/**
 * The columns of a reading in a batch, apart from its psychic. All SQL that stores readings is made
 * from this list. The functions in readings-sql.ts take the arrays in this order. A new column
 * comes last: the function without its array stays in the database for older releases.
 */
export const batchColumns = {
  connection_id: {
    type: "text",
    array: "connection_ids",
    element: ({ connection_id }) => `"${connection_id}"`,
  },
  customer_id: {
    type: "bigint",
    array: "customer_ids",
    element: ({ customer_id }) => customer_id,
  },
  customer_username: {
    type: "text",
    array: "customer_usernames",
    element: ({ customer_username }) => quoted(customer_username),
  },
  conn_type: { type: "text", array: "conn_types", element: ({ conn_type }) => conn_type },
  started_at: {
    type: "timestamptz",
    array: "starts",
    element: ({ started_at }) => utc(started_at),
  },
  minutes: { type: "integer", array: "lengths", element: ({ minutes }) => minutes },
  free_minutes: { type: "integer", array: "free", element: ({ free_minutes }) => free_minutes },
  paid_minutes: { type: "integer", array: "paid", element: ({ paid_minutes }) => paid_minutes },
  rate_cents: { type: "integer", array: "rates", element: ({ rate }) => cents(rate) },
  revenue_cents: { type: "integer", array: "revenues", element: ({ revenue }) => cents(revenue) },
  result: { type: "text", array: "results", element: ({ result }) => quoted(result) },
  rating: { type: "smallint", array: "ratings", element: ({ rating }) => rating ?? "NULL" },
  rating_text: {
    type: "text",
    array: "rating_texts",
    element: ({ rating_text }) => {
      const words = rating_text && plainText(rating_text);
      return words ? quoted(words) : "NULL";
    },
  },
  has_recording: {
    type: "boolean",
    array: "recordings",
    element: ({ has_recording }) => has_recording ?? false,
  },
} as const satisfies Record<string, BatchColumn>;

/** A batch as the SQL takes it. */
export interface ReadingBatch {
  /** For each index of the next two arrays: the index of its reading in the batch. */
  origin: number[];
  /** Arrays in PostgreSQL's notation. The extensions are null if no psychic is named by one. */
  users: string;
  extensions: string | null;
  columns: string[];
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
 * The readings of a batch in a select list, without stored readings. Only for a batch whose
 * `psychic_ids` has no surplus.
 */
export const unnestedBatch = [
  "unnest(psychic_ids) as psychic_id",
  ...stored.map((name, place) => `unnest(${storedArrays[place]}) as ${name}`),
].join(", ");

const elements = allColumns.map(({ element }) => element);

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
  const columns = elements.map((element) => arrayOf(rows, element));
  const origin = [...places];
  if (rows.length < readings.length) {
    readings.forEach(({ connection_id }, place) => {
      if (last.get(connection_id) !== place) origin.push(place);
    });
  }
  const named = origin.map((place) => readings[place] as IngestedReading);
  return {
    origin,
    users: arrayOf(named, ({ user_id }) => user_id ?? "NULL"),
    extensions: named.some(({ extension }) => extension)
      ? arrayOf(named, ({ extension }) => extension ?? "NULL")
      : null,
    columns,
  };
}

/** One loop over text, because writing the arrays takes half of the process's time for a batch. */
function arrayOf(rows: readonly IngestedReading[], element: BatchColumn["element"]): string {
  let text = "{";
  let comma = "";
  for (const row of rows) {
    text += comma + element(row);
    comma = ",";
  }
  return `${text}}`;
}
