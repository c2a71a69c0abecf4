import type pg from "pg";
import { ingestReadings } from "#server/features/ingest/ingest-readings.ts";
import type { IngestedReading } from "#shared/ingested-reading.ts";
import type { PlannedReading } from "./plan.ts";

/** As many as the platform sends at a time. */
const batch = 1_000;

/** Stores the readings in the same way as readings from the platform (D16). */
export async function recordReadings(
  pool: pg.Pool,
  readings: readonly PlannedReading[],
  onProgress: (done: number) => void,
): Promise<void> {
  for (let start = 0; start < readings.length; start += batch) {
    const sent = readings.slice(start, start + batch).map(asSent);
    const { applied } = await ingestReadings(pool, sent, null);
    if (applied !== sent.length) throw new Error("a reading of the demo was refused");
    onProgress(start + sent.length);
  }
}

function asSent(reading: PlannedReading): IngestedReading {
  const paid = reading.minutes - reading.free;
  return {
    connection_id: reading.connectionId,
    user_id: reading.psychic.id,
    customer_id: reading.customer.id,
    customer_username: reading.customer.username,
    conn_type: reading.channel,
    started_at: new Date(reading.start).toISOString(),
    minutes: reading.minutes,
    free_minutes: reading.free,
    paid_minutes: paid,
    rate: reading.rate / 100,
    revenue: (paid * reading.rate) / 100,
    result: reading.result,
    rating: reading.rating,
    rating_text: reading.ratingText,
    has_recording: reading.hasRecording,
  };
}
