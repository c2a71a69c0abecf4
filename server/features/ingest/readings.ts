import type pg from "pg";
import { Refusal } from "#server/http/refusal.ts";
import type { IngestedReading } from "#shared/ingest.ts";
import type { EventOutcome } from "./apply-once.ts";
import { ingestReadings } from "./ingest-readings.ts";
import { unknownPlace } from "./known-psychics.ts";

/**
 * Applies the readings of an event, all or none, once. `applied` counts the whole batch, also
 * readings that were known and did not change.
 * @throws Refusal 422 naming every reading whose psychic is nobody.
 */
export async function applyReadings(
  pool: pg.Pool,
  eventId: string,
  readings: readonly IngestedReading[],
): Promise<EventOutcome> {
  const { applied, duplicate, unknown } = await ingestReadings(pool, readings, eventId);
  if (unknown.length === 0) return { applied, duplicate };
  const errors = unknown.map((place) => {
    const key = readings[place]?.user_id ? "user_id" : "extension";
    return unknownPlace(`data.readings.${place}.${key}`, "No such psychic");
  });
  throw new Refusal("invalid", { errors });
}
