import type pg from "pg";
import type { IngestedReading } from "../../../shared/ingest.ts";
import { utc } from "./utc.ts";

/** As `ingest_readings` does for many, without its arrays: they cost half of a lone insert. */
const statement = {
  name: "ingest-one-reading",
  text: `
    with pair as materialized (
      select from psychic_customers
        where psychic_id = $3 and customer_id = $4 and ($7::integer = 0 or first_call_at <= $6)
        for key share
    ), event as (
      insert into platform_events (id, type)
        select $1, 'readings.recorded' from pair
          where not exists (select from readings where connection_id = $2)
        on conflict do nothing returning id
    ), made as (
      insert into readings (connection_id, psychic_id, customer_id, conn_type, started_at,
          minutes, free_minutes, paid_minutes, rate_cents, revenue_cents, result, rating,
          rating_text, has_recording)
        select $2, $3, $4, $5, $6::timestamptz, $7, $8::integer, $9::integer, $10::integer,
          $11::integer, $12, $13::smallint, $14, $15::boolean from event
        returning psychic_id, day
    )
    insert into statistics_changes (psychic_id, day) select psychic_id, day from made`,
};

/**
 * Applies an event with a single reading if it is of the usual kind: new, of a known pair, not
 * before the pair's first. False, and nothing is done, for every other kind.
 */
export async function ingestOneReading(
  pool: pg.Pool,
  reading: IngestedReading,
  eventId: string,
): Promise<boolean> {
  if (reading.user_id === undefined) return false;
  const { rowCount } = await pool.query({
    ...statement,
    values: [
      eventId,
      reading.connection_id,
      reading.user_id,
      reading.customer_id,
      reading.conn_type,
      utc(reading.started_at),
      reading.minutes,
      reading.free_minutes,
      reading.paid_minutes,
      Math.round(reading.rate * 100),
      Math.round(reading.revenue * 100),
      reading.result,
      reading.rating ?? null,
      reading.rating_text ?? null,
      reading.has_recording ?? false,
    ],
  });
  return rowCount === 1;
}
