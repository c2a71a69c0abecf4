import type pg from "pg";
import { together } from "#server/db/together.ts";
import type { IngestedReading } from "#shared/ingest.ts";
import { readingColumns } from "./reading-columns.ts";

interface LoneReading {
  reading: IngestedReading;
  eventId: string;
}

/** One a process and database: those that come at once are applied together. */
const applying = new WeakMap<pg.Pool, (one: LoneReading) => Promise<boolean>>();

/**
 * Applies an event with a single reading if it is of the usual kind: new, of a known pair, not
 * before the pair's first call. False, and nothing is done, for every other kind, and after any
 * failure: such a one goes the way of the batches, and meets its own fate there.
 */
export async function ingestLoneReading(
  pool: pg.Pool,
  reading: IngestedReading,
  eventId: string,
): Promise<boolean> {
  if (!reading.user_id) return false;
  const known = applying.get(pool);
  const applyOne = known ?? together((batch: LoneReading[]) => apply(pool, batch));
  if (!known) applying.set(pool, applyOne);
  return applyOne({ reading, eventId }).catch(() => false);
}

const statement = {
  name: "ingest-lone-readings",
  text: `
    with usual as materialized (
      select b.* from unnest($1::text[], $2::integer[], $3::text[], $4::bigint[], $5::text[],
          $6::timestamptz[], $7::integer[], $8::integer[], $9::integer[], $10::integer[],
          $11::integer[], $12::text[], $13::smallint[], $14::text[], $15::boolean[])
        as b (event_id, psychic_id, connection_id, customer_id, conn_type, started_at, minutes,
          free_minutes, paid_minutes, rate_cents, revenue_cents, result, rating, rating_text,
          has_recording)
        join psychic_customers p using (psychic_id, customer_id)
        where (b.minutes = 0 or p.first_call_at <= b.started_at)
          and not exists (select from readings r where r.connection_id = b.connection_id)
        for key share of p
    ), event as (
      insert into platform_events (id, type)
        select event_id, 'readings.recorded' from usual order by event_id
        on conflict do nothing returning id
    ), made as (
      insert into readings (connection_id, psychic_id, customer_id, conn_type, started_at,
          minutes, free_minutes, paid_minutes, rate_cents, revenue_cents, result, rating,
          rating_text, has_recording)
        select connection_id, psychic_id, customer_id, conn_type, started_at, minutes,
            free_minutes, paid_minutes, rate_cents, revenue_cents, result, rating, rating_text,
            has_recording
          from usual join event on event.id = usual.event_id order by connection_id
        returning connection_id, psychic_id, day
    ), changed as (
      insert into statistics_changes (psychic_id, day) select psychic_id, day from made
    )
    select connection_id from made`,
};

/** Whether each was of the usual kind and is applied now; the others are not. */
async function apply(pool: pg.Pool, batch: LoneReading[]): Promise<boolean[]> {
  // Of twins, by event or by reading, one is left; the other goes the way that knows twins.
  const byEvent = new Map(batch.map((one) => [one.eventId, one]));
  const byReading = new Map([...byEvent.values()].map((one) => [one.reading.connection_id, one]));
  const lone = [...byReading.values()];
  const { columns, origin } = readingColumns(lone.map(({ reading }) => reading));
  const [users, , connections, customers, , ...others] = columns;
  const events = origin.map((place) => lone[place]?.eventId);
  const values = [events, users, connections, customers, ...others];
  const { rows } = await pool.query({ ...statement, values });
  const done = new Set(rows.map(({ connection_id }) => byReading.get(connection_id)));
  return batch.map((one) => done.has(one));
}
