import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { SentReading } from "../support/recount.ts";

const columns = `connection_id, psychic_id, customer_id, conn_type, started_at, minutes,
  free_minutes, paid_minutes, rate_cents, revenue_cents, result, rating, rating_text,
  has_recording`;

const valuesOf = (reading: SentReading) => [
  reading.connection_id,
  reading.user_id,
  reading.customer_id,
  reading.conn_type,
  reading.started_at,
  reading.minutes,
  reading.free_minutes,
  reading.paid_minutes,
  Math.round(reading.rate * 100),
  Math.round(reading.revenue * 100),
  reading.result,
  reading.rating ?? null,
  reading.rating_text ?? null,
  reading.has_recording ?? false,
];

const types = [
  ...["text", "int", "bigint", "text", "timestamptz", "int", "int", "int", "int", "int"],
  ...["text", "smallint", "text", "boolean"],
];
const insertOne = `insert into readings (${columns})
  values (${types.map((_, place) => `$${place + 1}`).join(", ")})`;
const insertMany = `insert into readings (${columns})
  select * from unnest(${types.map((type, place) => `$${place + 1}::${type}[]`).join(", ")})`;

/** This many rows and more are inserted with COPY. */
const copied = 1000;

/** Plain inserts of new readings of known pairs, without corrections, events and refreshes. */
export async function insertReadings(pool: pg.Pool, readings: SentReading[]): Promise<void> {
  const [first] = readings;
  if (readings.length === 1 && first) {
    await pool.query({ name: "insert-one", text: insertOne, values: valuesOf(first) });
    return;
  }
  const rows = readings.map(valuesOf);
  if (readings.length < copied) {
    const values = types.map((_, column) => rows.map((row) => row[column]));
    await pool.query({ name: "insert-many", text: insertMany, values });
    return;
  }
  const client = await pool.connect();
  try {
    const copy = client.query(copyFrom(`copy readings (${columns}) from stdin`));
    const lines = rows.map((row) => row.map((value) => value ?? "\\N").join("\t"));
    await pipeline([`${lines.join("\n")}\n`], copy);
  } finally {
    client.release();
  }
}
